//go:build cgo

package command

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/server/httpapi"
	"tijian/server/metrics"
)

// serveMetrics serves /metrics, and nothing else, on an address of its own,
// which setting gives, until end is called.
func serveMetrics(address, setting string, registry *prometheus.Registry, logger *slog.Logger) (end func(), err error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w; set %s to a free address", err, setting)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.Handler(registry))
	server := httpapi.NewServer(address, mux, logger)
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
	}, nil
}
