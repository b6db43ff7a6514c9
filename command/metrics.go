//go:build cgo

package command

import (
	"errors"
	"log/slog"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/engine/message"
	"tijian/server/httpapi"
	"tijian/server/metrics"
)

// listenAside takes the address that a setting gives to metrics alone; nil where
// it gives none. close gives back what was not served on.
func listenAside(address, setting string) (listener net.Listener, close func(), err error) {
	if address == "" {
		return nil, func() {}, nil
	}
	if listener, err = net.Listen("tcp", address); err != nil {
		return nil, nil, message.AddressUnusable.Err("reason", err, "setting", setting)
	}
	return listener, func() { _ = listener.Close() }, nil
}

// serveMetrics serves /metrics, and nothing else, where there is a listener for
// it, until end is called.
func serveMetrics(listener net.Listener, registry *prometheus.Registry, logger *slog.Logger) (end func()) {
	if listener == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.Handler(registry))
	server := httpapi.NewServer(listener.Addr().String(), mux, logger)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			logger.Error("metrics are not served any more", "error", err)
		}
	}()
	logger.Info("serving metrics", "url", "http://"+listener.Addr().String()+"/metrics")
	return func() {
		_ = server.Close() // nothing is lost with a scrape cut short
		<-ended
	}
}
