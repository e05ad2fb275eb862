/** One graph: its queries in PromQL, each with the legend of its lines. */
export interface Panel {
  readonly title: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
}

type Unit = "short" | "s" | "bytes" | "reqps" | "percentunit" | "cps";
type Query = readonly [expression: string, legend: string];

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** A panel of a dashboard; `unit` is Grafana's name of it. */
export function graph(title: string, unit: Unit, ...queries: readonly Query[]): Panel {
  return { title, unit, queries };
}

const columns = 3;
const panelWidth = 24 / columns;
const panelHeight = 8;

/** A dashboard in Grafana's JSON model; rows follow each other, their panels three abreast. */
export function dashboard(uid: string, title: string, rows: readonly Row[]) {
  const source = { type: "prometheus", uid: "${source}" };
  const panels: object[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
    });
    y += 1;
    row.panels.forEach((panel, index) =>
      panels.push({
        id: panels.length + 1,
        type: "timeseries",
        title: panel.title,
        datasource: source,
        gridPos: {
          x: (index % columns) * panelWidth,
          y: y + Math.floor(index / columns) * panelHeight,
          w: panelWidth,
          h: panelHeight,
        },
        fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
        targets: panel.queries.map(([expr, legendFormat], target) => ({
          refId: String.fromCodePoint(65 + target),
          datasource: source,
          expr,
          legendFormat,
        })),
      }),
    );
    y += Math.ceil(row.panels.length / columns) * panelHeight;
  }
  return {
    uid,
    title,
    tags: ["fleet"],
    schemaVersion: 41,
    editable: false,
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    templating: { list: [{ name: "source", type: "datasource", query: "prometheus", label: "Prometheus" }] },
    links: [{ type: "dashboards", tags: ["fleet"], title: "Fleet", asDropdown: true }],
    panels,
  };
}
