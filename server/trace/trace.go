// Package trace records what happens to a request, from the call over its task and the
// process that reads its pages to the callback, for a collector of OpenTelemetry.
// Nothing is recorded unless the usual variables name one. Spans hold what logs may:
// templates of paths, ids, hosts, numbers; never values, texts or names.
package trace

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"sync/atomic"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"tijian/engine/message"
)

// Wanted reports whether the environment names a collector to send traces to.
func Wanted() bool {
	return (os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != "") &&
		os.Getenv("OTEL_SDK_DISABLED") != "true" && os.Getenv("OTEL_TRACES_EXPORTER") != "none"
}

// Start records from now on, if that is wanted, until stop is called, which sends what
// has not been sent. A collector that does not answer is a warning, and no more.
func Start(ctx context.Context, version string, logger *slog.Logger) (stop func(context.Context) error, err error) {
	if !Wanted() {
		return func(context.Context) error { return nil }, nil
	}
	for _, setting := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		if value := os.Getenv(setting); value != "" && value != "http/protobuf" {
			return nil, message.TraceProtocol.Err("setting", setting, "value", value)
		}
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, err
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "tijian"), attribute.String("service.version", version)),
		resource.WithHost(), resource.WithProcessPID(), resource.WithFromEnv())
	if err != nil {
		return nil, err
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { logger.Warn("traces were not sent", "why", err) }))
	otel.SetTracerProvider(provider)
	on.Store(true)
	return func(ctx context.Context) error {
		on.Store(false)
		return provider.Shutdown(ctx)
	}, nil
}

// on tells that spans are recorded; else nothing here costs anything.
var on atomic.Bool

func tracer() trace.Tracer { return otel.Tracer("tijian") }

// Request begins the span of a request, in the trace that its traceparent names. end is
// called with the template of its path, "" for none, and the status of the answer.
func Request(r *http.Request, id string) (traced *http.Request, end func(route string, status int)) {
	if !on.Load() {
		return r, func(string, int) {}
	}
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := tracer().Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
	return r.WithContext(ctx), func(route string, status int) {
		span.SetName(r.Method + " " + route)
		span.SetAttributes(attribute.String("http.request.method", r.Method), attribute.String("http.route", route),
			attribute.Int("http.response.status_code", status), attribute.String("tijian.request_id", id))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// Step begins a span within that of the context; end is called with what became of it.
func Step(ctx context.Context, name string, about ...attribute.KeyValue) (inside context.Context, end func(error)) {
	if !on.Load() {
		return ctx, func(error) {}
	}
	ctx, span := tracer().Start(ctx, name, trace.WithAttributes(about...))
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "") // its text may quote an address: it is in the log
		}
		span.End()
	}
}

// Parent is the span of a context as W3C's traceparent, to be kept with work that is
// done later; "" for none.
func Parent(ctx context.Context) string {
	if !on.Load() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier["traceparent"]
}

// Under is the context of work that was asked for by the span that Parent told.
func Under(ctx context.Context, parent string) context.Context {
	if parent == "" || !on.Load() {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
}

// Logs returns a handler that adds the traceparent of its context to what is logged.
func Logs(h slog.Handler) slog.Handler {
	if !Wanted() {
		return h
	}
	return logs{h}
}

type logs struct{ slog.Handler }

// Handle implements slog.Handler.
func (l logs) Handle(ctx context.Context, r slog.Record) error {
	if parent := Parent(ctx); parent != "" {
		r.AddAttrs(slog.String("traceparent", parent))
	}
	return l.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (l logs) WithGroup(name string) slog.Handler { return logs{l.Handler.WithGroup(name)} }
