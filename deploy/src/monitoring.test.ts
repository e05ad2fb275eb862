import { join } from "node:path";

import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { dashboardQueries, dashboards } from "./dashboards.ts";
import { repository, textOf } from "./files.ts";

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});

const alerts = rulesSchema
  .parse(parse(textOf("deploy/charts/fleet/monitoring/alerts.yaml")))
  .groups.flatMap(({ rules }) => rules);

test("every query of the dashboards and alerts is PromQL", () => {
  const wrong = [...dashboardQueries(), ...alerts.map(({ expr }) => expr)].filter((query) => {
    let hasErrors = false;
    parser.parse(query).iterate({ enter: ({ type }) => void (hasErrors ||= type.isError) });
    return hasErrors;
  });
  expect(wrong).toEqual([]);
});

test("every alert links to its section of the runbook, and the runbook has no section for an alert that is gone", () => {
  expect(alerts.map(({ annotations }) => annotations.runbook_url)).toEqual(
    alerts.map(({ alert }) => `deploy/runbook.md#${alert.toLowerCase()}`),
  );
  const runbook = textOf("deploy/runbook.md");
  const sections = runbook.slice(runbook.indexOf("\n## Alerts\n")).match(/(?<=^### ).+$/gm);
  expect(sections?.toSorted()).toEqual(alerts.map(({ alert }) => alert).sort());
});

test.for(Object.entries(dashboards))("the dashboard %s is written as it is described", ([name, dashboard]) =>
  expect(`${JSON.stringify(dashboard, null, 1)}\n`).toMatchFileSnapshot(
    join(repository, `deploy/charts/fleet/monitoring/dashboards/${name}.json`),
  ),
);
