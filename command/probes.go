//go:build cgo

package command

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

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

// Anybody may ask /readyz as often as he likes, so an answer holds for a
// second. It is waited for as long, which makes two until a fault is told. A
// check that takes longer, as it may on a busy machine, changes the answer only
// when it has run out of patience.
const (
	checkEvery    = time.Second
	checkWithin   = time.Second
	checkPatience = 10 * time.Second
)

var errNotChecked = errors.New("the first check has not ended yet")

// sometimes makes a check at most every checkEvery, one at a time, and answers
// in between as it did last.
func sometimes(check func(context.Context) error) func(context.Context) error {
	var mu sync.Mutex
	last := errNotChecked
	var at time.Time           // of the last one's end
	var underWay chan struct{} // closed at its end
	return func(ctx context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		if underWay == nil && time.Since(at) >= checkEvery {
			ended := make(chan struct{})
			underWay = ended
			go func() {
				// One who leaves early must not make the others' answer.
				ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkPatience)
				defer cancel()
				err := check(ctx)
				mu.Lock()
				defer mu.Unlock()
				last, at, underWay = err, time.Now(), nil
				close(ended)
			}()
		}
		if ended := underWay; ended != nil {
			mu.Unlock()
			select {
			case <-ended:
			case <-time.After(checkWithin):
			}
			mu.Lock()
		}
		return last
	}
}
