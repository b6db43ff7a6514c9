//go:build cgo

package command

import (
	"cmp"
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/engine/message"
	"tijian/engine/release"
	"tijian/server/admission"
	"tijian/server/audit"
	"tijian/server/auth"
	"tijian/server/batch"
	"tijian/server/cases"
	"tijian/server/config"
	"tijian/server/console"
	"tijian/server/factor"
	"tijian/server/gateway"
	"tijian/server/httpapi"
	"tijian/server/keyed"
	"tijian/server/memory"
	"tijian/server/metrics"
	"tijian/server/openapi"
	"tijian/server/replay"
	"tijian/server/session"
	"tijian/server/store"
	"tijian/server/task"
	"tijian/server/trace"
	"tijian/server/unread"
	"tijian/server/user"
)

// Serve is the whole service: the API, and workers for its tasks.
type Serve struct {
	engine.Files
	config.Data
	config.Logs
	config.Work
	config.HTTP
	config.Replay
	config.MLLP
	Recogniser task.Recogniser `kong:"-"` // stands in for recognition when the queue is measured
}

// Run serves until ctx ends, then stops gracefully.
func (c *Serve) Run(ctx context.Context, s Streams) error {
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return message.AddressUnusable.Err("reason", err, "setting", "TIJIAN_LISTEN")
	}
	return c.On(ctx, s, listener, c.Logger(s.Err))
}

// On serves on a listener, which it closes, until the context ends; what is told
// of the work goes to the logger. It returns an error where the settings, rules
// or data are not fit to serve.
func (c *Serve) On(ctx context.Context, s Streams, listener net.Listener, logger *slog.Logger) error {
	defer listener.Close()
	allowed, proxies, peers, err := c.check()
	if err != nil {
		return err
	}
	untrace, err := trace.Start(ctx, programVersion(), logger)
	if err != nil {
		return err
	}
	defer flush(untrace)
	c.Files = own(c.Files, c.Data)
	base, err := openFoundation(ctx, c.Files, c.Data, c.Work, c.Recogniser, metricsAddress{c.MetricsListen, "TIJIAN_METRICS_LISTEN"}, logger)
	if err != nil {
		return err
	}
	defer base.close()
	live, db := base.live, base.db
	secrets, err := auth.LoadSecrets(c.JWTSecret, c.Data.Data)
	if err != nil {
		return err
	}
	warnOfSecrets(logger, secrets)
	tokens, err := auth.NewTokens(secrets, c.TokenLifetime, time.Now)
	if err != nil {
		return err
	}
	users := user.New(db)
	factors, err := factor.New(db, secrets, time.Now)
	if err != nil {
		return err
	}
	policy := factor.Policy(c.SecondFactor)
	if c.BootstrapUser != "" {
		if err := user.CheckStrength(c.BootstrapUser, c.BootstrapPassword); err != nil {
			logger.Warn("TIJIAN_BOOTSTRAP_PASSWORD is easy to guess", "why", err)
		}
	}
	warnOfNets(logger, "TIJIAN_TRUSTED_PROXIES", proxies)
	warnOfNets(logger, "TIJIAN_MLLP_ALLOW", peers)
	registry := metrics.NewRegistry()
	reload := newReloader(live, c.Files, metrics.NewRuleset(registry), logger)
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	go reload.watch(watching)
	kept, err := keep(c.Replay, secrets[0], live, logger, registry)
	if err != nil {
		return err
	}
	defer kept.Close()
	digests, err := hkdf.Key(sha256.New, secrets[0], nil, "tijian unread", sha256.Size)
	if err != nil {
		return err
	}
	counted, written := count(watching, unread.Options{DB: db, Phrases: c.UnreadPhrases == "on", Key: digests, Logger: logger}, live)
	defer written() // before the database is closed
	defer stopWatching()
	links, err := keyed.NewRing(secrets, "tijian links for patients")
	if err != nil {
		return err
	}
	workshop, err := open(c.Work, allowed, base.shut, c.HTTP, c.Recogniser, db, live, counted, logger, registry)
	if err != nil {
		return err
	}
	defer workshop.close()
	entries, err := audit.New(db, logger, time.Now).Signed(secrets[0])
	if err != nil {
		return err
	}
	go entries.SweepEvery(watching, c.AuditKeep)
	messages := gateway.New(gateway.Options{DB: db, Snapshot: live.Snapshot, MaxSamples: c.MaxSamples, Zone: chinaTime, Now: time.Now, Answers: c.MLLPSend != "", Metrics: gateway.NewMetrics(registry)})
	registry.MustRegister(messages)
	go sweepEvery(watching, logger, "messages of HL7", messages.Sweep)
	gates := admission.Standard()
	files := batch.New(batch.Options{DB: db, Snapshot: live.Snapshot, MaxSamples: c.MaxSamples, Zone: chinaTime, Logger: logger, Room: gates.Work, Now: time.Now, Clock: db.Clock})
	go sweepEvery(watching, logger, "batches", files.Sweep)
	ended := make(chan struct{})
	go func() { defer close(ended); files.Run(watching) }()
	defer func() { stopWatching(); <-ended }() // before the database is closed
	throttle := user.NewThrottle(time.Now, user.NewFailures(db, logger))
	received, err := receive(ctx, c.MLLP, peers, c.HTTP, messages, users, gates, logger, registry)
	if err != nil {
		return err
	}
	defer received.close()
	var pages http.Handler
	closePages := func() {}
	if c.Console != "off" {
		keys, err := c.caseKeys()
		if err != nil {
			return err
		}
		seal, err := cases.NewSeal(keys)
		if err != nil {
			return err
		}
		logo, err := c.logo()
		if err != nil {
			return err
		}
		site := console.New(console.Options{
			Live: live, Tasks: workshop.tasks, Users: users, Throttle: throttle, Factors: factors, Policy: policy, ApproverWait: c.ApproverWait, OneKey: c.OneKey, DB: db, Audit: entries, Messages: messages, Unread: counted, Pseudonym: tokens.Pseudonym, Logger: logger,
			Version: programVersion(), Gates: gates, Limits: console.Limits{Body: c.MaxBody, Samples: c.MaxSamples, Text: c.MaxText, Picture: c.MaxImage},
			Files: c.Files, Checks: dictionaryChecks, Reload: func() { reload.reload("console") },
			Release: c.ownSuites(), Editable: c.editable(db),
			CaseDays: c.CaseDays, PictureDays: c.PictureDays, CaseSeal: seal, Tokens: tokens, Keeping: console.Keeping{Tasks: c.Keep, OpenTasks: c.KeepOpen, Audit: c.AuditKeep}, Institution: c.Institution, Logo: logo, Links: links,
		})
		go site.Sweep(watching)
		pages, closePages = site, site.Close
	}
	api := httpapi.New(httpapi.Options{
		Tasks:     workshop.tasks,
		Assessor:  assessor{live, c.MaxSamples, kept},
		Keywords:  findings{live, counted},
		Gateway:   messages,
		Batches:   files,
		Users:     users,
		Throttle:  throttle,
		Logins:    &session.Toucher{Store: session.Store{DB: db, Now: time.Now}},
		Factors:   factors,
		Policy:    policy,
		Audit:     entries,
		Console:   pages,
		Tokens:    tokens,
		TasksAuth: c.TasksAuth == "required",
		TasksRate: c.TasksRate,
		Address:   workshop.fetch.Check,
		Proxies:   proxies,
		Hosts:     strings.FieldsFunc(c.Hosts, func(r rune) bool { return r == ',' || r == ' ' }),
		Limits:    httpapi.Limits{Body: c.MaxBody, Text: c.MaxText, Samples: c.MaxSamples, Batch: c.MaxBatch},
		Gates:     gates,
		Logger:    logger,
		Registry:  registry,
		NoMetrics: c.MetricsListen != "",
		Ruleset:   func() (string, string) { r := live.Snapshot().Rules; return r.Version, r.Hash },
		Names:     func() *dictionary.Dictionary { return live.Snapshot().Dictionary },
		Terms:     func() fhir.Terms { return terms(live.Snapshot()) },
		FHIR:      strings.TrimRight(c.FHIRAddress, "/"),
		Catalogue: func() openapi.Catalogue { return catalogue(live.Snapshot()) },
		Reloading: httpapi.Reloading{Token: c.ReloadToken, Do: func() httpapi.Reload {
			o := reload.reload("api")
			return httpapi.Reload{Changed: o.Changed, Problems: o.Problems}
		}},
		Ready: c.checks(db, base.shut),
	})
	defer serveMetrics(base.aside, registry, logger)()
	// A password that was made up is shown once: nothing but the start itself may
	// fail after that.
	if err := bootstrap(ctx, s, users, c.BootstrapUser, c.BootstrapPassword, logger, tokens); err != nil {
		return err
	}
	if c.WorkerCount() > 0 {
		if err := workshop.tasks.Start(ctx); err != nil {
			return err
		}
	}
	defer memory.Keep(admission.Heap + c.pictures())() // now, for what was needed to load is garbage
	server := httpapi.NewServer(c.Listen, api, logger)
	server.RegisterOnShutdown(closePages)
	logger.Info("serving", "address", "http://"+listener.Addr().String(), "docs", "http://"+listener.Addr().String()+"/docs", "console", c.Console,
		"ruleset", live.Last().Version, "hash", live.Last().Hash, "workers", c.WorkerCount())
	received.start(logger)
	return c.until(ctx, server, listener, workshop, received, logger)
}

// pictures is the memory for pictures that wait, where this process works tasks.
func (c *Serve) pictures() int64 {
	if c.WorkerCount() == 0 {
		return 0
	}
	return c.Pictures
}

// checks are what /readyz looks at.
func (c *Serve) checks(db *store.DB, shut walls) []httpapi.Check {
	all := []httpapi.Check{{Name: "database", Check: sometimes(db.Writable)}}
	if c.Rules != "" { // those within the program are not released
		left := func(context.Context) error { return release.Left(c.Rules) }
		all = append(all, httpapi.Check{Name: "releases", Check: sometimes(left), Aside: true})
	}
	if c.WorkerCount() > 0 && c.Recogniser == nil {
		all = append(all, shut.check())
	}
	return all
}

// until serves until ctx ends or the server fails; then requests and tasks
// under way get StopWithin to end.
func (c *Serve) until(ctx context.Context, server *http.Server, listener net.Listener, w *workshop, received *receiver, logger *slog.Logger) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(httpapi.Listener(listener)) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		logger.Info("stopping", "within", c.StopWithin)
	}
	stopping, cancel := context.WithTimeout(context.Background(), c.StopWithin+5*time.Second)
	defer cancel()
	var both sync.WaitGroup
	both.Go(func() {
		if server.Shutdown(stopping) != nil {
			_ = server.Close() // a client that stalls cannot make the stop fail
		}
	})
	both.Go(func() { received.shutdown(stopping) })
	stopped := w.tasks.Stop(stopping)
	both.Wait()
	return errors.Join(err, stopped)
}

func load(files engine.Files) (*engine.Live, error) {
	live, problems := engine.Open(files, dictionaryChecks...)
	if err := problems.Err(); err != nil {
		return nil, message.RulesUnfit.Err("reason", err)
	}
	return live, nil
}

// bootstrap makes sure somebody can log in. A password made up is shown once,
// on standard output and never in the log.
func bootstrap(ctx context.Context, s Streams, users *user.Users, name, password string, logger *slog.Logger, tokens *auth.Tokens) error {
	named := cmp.Or(name, user.FirstUser)
	done, err := users.Bootstrap(audit.With(ctx, audit.Entry{Event: user.Added, About: named, More: string(user.Admin), Via: "start"}), name, password)
	if err != nil {
		return err
	}
	if done.Name != "" {
		logger.Info("security", "kind", "security", "event", user.Added, "trigger", "start", "user", tokens.Pseudonym(done.Name))
	}
	if done.MadeUp != "" {
		fmt.Fprintf(s.Out, s.in("首次启动：用户 %q，密码 %q。只显示这一次；修改密码：tijian user passwd %s\n",
			"First start: user %q with password %q. It is shown only now; change it with: tijian user passwd %s\n"),
			done.Name, done.MadeUp, done.Name)
	}
	return nil
}

// chinaTime is that of messages and tables that name no zone.
var chinaTime = time.FixedZone("", 8*60*60)

// sweepEvery deletes now and each hour what is too old.
func sweepEvery(ctx context.Context, logger *slog.Logger, what string, sweep func(context.Context) error) {
	for {
		if err := sweep(ctx); err != nil && ctx.Err() == nil {
			logger.Warn("old "+what+" were not deleted", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Hour):
		}
	}
}

type assessor struct {
	live       *engine.Live
	maxSamples int
	kept       *replay.Store
}

// Assess implements httpapi.Assessor with the snapshot in force.
func (a assessor) Assess(body []byte, form engine.Form, now time.Time) ([]byte, string, error) {
	response, version, err := a.live.Snapshot().Assessment(body, a.maxSamples, form, now)
	if err == nil && !form.FromFHIR {
		a.kept.Offer(body)
	}
	return response, version, err
}

type findings struct {
	live   *engine.Live
	unread *unread.Counter
}

// Extract implements httpapi.Keywords with the snapshot in force.
func (f findings) Extract(q engine.Question) ([]byte, error) {
	answer, err := f.live.Snapshot().Findings(q)
	if err == nil {
		f.unread.Text(q.Text, q.Item)
	}
	return answer, err
}
