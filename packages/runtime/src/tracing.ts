import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
} from "@opentelemetry/api";

const header = "traceparent";
const tracer = trace.getTracer("fleet");
let isOn = false;

/** From now on spans are made; before, what is traced runs as if it were not. */
export function switchTracingOn(): void {
  isOn = true;
}

/**
 * Where in a trace something happened, as it travels with records and rows: W3C's traceparent
 * (https://www.w3.org/TR/trace-context/).
 */
export type TraceContext = string;

/** The trace context in force; undefined where nothing is traced, so that nothing is carried then. */
export function activeTraceContext(): TraceContext | undefined {
  if (!isOn) return undefined;
  return traceContextOf(trace.getActiveSpan());
}

/** The context of a span for those that it causes; undefined where it is not recorded. */
export function traceContextOf(span: Span | undefined): TraceContext | undefined {
  if (span === undefined || (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier[header];
}

function contextOf(parent: TraceContext | undefined) {
  return parent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { [header]: parent });
}

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** What caused it; a trace of its own unless given. */
  readonly parent?: TraceContext | undefined;
}

/** Begins a span that its caller ends. */
export function startSpan(name: string, { parent, ...options }: SpanOptions): Span {
  return tracer.startSpan(name, options, contextOf(parent));
}

/** Runs within a span of that name, which fails with it. */
export function traced<R>(name: string, options: SpanOptions, run: () => Promise<R>): Promise<R> {
  return isOn ? within(startSpan(name, options), run) : run();
}

async function within<R>(span: Span, run: () => Promise<R>): Promise<R> {
  try {
    return await context.with(trace.setSpan(context.active(), span), run);
  } catch (error) {
    span.setStatus({
      code: SpanStatusCode.ERROR,
      message: error instanceof Error ? error.name : String(error),
    });
    throw error;
  } finally {
    span.end();
  }
}

/** Says of the span in force what became known within it. */
export function describeSpan(attributes: Attributes): void {
  if (isOn) trace.getActiveSpan()?.setAttributes(attributes);
}
