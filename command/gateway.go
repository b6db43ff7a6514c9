//go:build cgo

package command

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/server/admission"
	"tijian/server/config"
	"tijian/server/gateway"
	"tijian/server/mllp"
	"tijian/server/user"
)

// A receiver takes messages of hospital systems and sends assessments back, for as
// long as the service runs.
type receiver struct {
	listener *mllp.Listener // nil where no address is set
	socket   net.Listener
	delivery *gateway.Delivery // nil where nothing is sent
	stop     context.CancelFunc
	running  sync.WaitGroup
}

// receive makes the receiver of the settings, whose socket is taken at once.
func receive(ctx context.Context, c config.MLLP, allowed []netip.Prefix, http config.HTTP, messages *gateway.Gateway, users *user.Users, gates *admission.Gates, logger *slog.Logger, registry prometheus.Registerer) (*receiver, error) {
	r := &receiver{}
	if c.MLLPListen != "" {
		open := mayTake(users, c.MLLPUser)
		if err := open(ctx); err != nil && c.MLLPUser != http.BootstrapUser { // who is added once all else is well
			return nil, err
		}
		secure, err := c.ServerTLS()
		if err != nil {
			return nil, err
		}
		if r.socket, err = net.Listen("tcp", c.MLLPListen); err != nil {
			return nil, message.AddressUnusable.Err("reason", err, "setting", "TIJIAN_MLLP_LISTEN")
		}
		r.listener = mllp.NewListener(mllp.Options{
			Take: func(ctx context.Context, data []byte) ([]byte, error) {
				return messages.Take(ctx, c.MLLPUser, data, problem.Chinese)
			},
			Open: open, Allowed: allowed, TLS: secure, Most: http.MaxBody,
			Cost:  func(bytes int) int64 { return engine.Form{}.Cost(bytes, http.MaxSamples) },
			Gates: gates, Account: admission.User(c.MLLPUser), Logger: logger, Metrics: mllp.NewMetrics(registry),
		})
	}
	if address, _ := c.To(); address != "" {
		secure, err := c.ClientTLS()
		if err != nil {
			return nil, err
		}
		r.delivery = &gateway.Delivery{
			Gateway: messages, Dial: func() gateway.Line { return mllp.NewLine(address, secure) },
			Tries: c.MLLPTries, Backoff: c.MLLPBackoff, GiveUp: c.MLLPGiveUp, Logger: logger,
		}
	}
	return r, nil
}

// mayTake reports whether messages may be a user's.
func mayTake(users *user.Users, name string) func(context.Context) error {
	return func(ctx context.Context) error {
		u, err := users.Current(ctx, name)
		if errors.Is(err, user.ErrUnknown) || err == nil && u.Disabled {
			return message.MLLPUserUnknown.Err("name", name)
		}
		return err
	}
}

// start begins to take and to send.
func (r *receiver) start(logger *slog.Logger) {
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	if r.delivery != nil {
		r.running.Go(func() { r.delivery.Run(ctx) })
	}
	if r.listener != nil {
		r.running.Go(func() {
			if err := r.listener.Serve(r.socket); err != nil {
				logger.Error("messages of HL7 are not taken any more", "error", err.Error())
			}
		})
		logger.Info("taking messages of HL7", "address", r.socket.Addr().String())
	}
}

// shutdown answers what is under way, and stops.
func (r *receiver) shutdown(ctx context.Context) {
	if r.listener != nil {
		_ = r.listener.Shutdown(ctx) // a peer that stalls cannot make the stop fail
	}
	if r.stop != nil {
		r.stop()
		r.running.Wait()
	}
}

// close gives back what was never started.
func (r *receiver) close() {
	if r.socket != nil {
		_ = r.socket.Close()
	}
}
