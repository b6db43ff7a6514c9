//go:build cgo

package command

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/engine"
	"tijian/engine/fhir"
	"tijian/engine/keywords"
	"tijian/engine/ruleset"
	"tijian/server/config"
	"tijian/server/openapi"
	"tijian/server/replay"
	"tijian/server/unread"
)

// keep opens the store of requests, where one is set. Its pseudonyms come from
// the service's secret, which does not lie in its folder.
func keep(c config.Replay, secret []byte, live *engine.Live, logger *slog.Logger, registry prometheus.Registerer) (*replay.Store, error) {
	if c.ReplayDir == "" {
		return nil, nil
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "tijian replay", sha256.Size)
	if err != nil {
		return nil, err
	}
	return replay.Open(replay.Options{
		Folder: c.ReplayDir, Size: c.ReplaySize, Keep: c.ReplayKeep, Key: key,
		Rules:  func(namespace string) *ruleset.Set { return live.Snapshot().For(namespace).Rules },
		Logger: logger, Metrics: registry, Now: time.Now,
	})
}

// count begins to count what is not understood; written waits until all of it is
// in the database, after ctx has ended.
func count(ctx context.Context, o unread.Options, live *engine.Live) (c *unread.Counter, written func()) {
	o.Lexicon, o.Now = func() *keywords.Lexicon { return live.Snapshot().Lexicon }, time.Now
	c = unread.New(o)
	var running sync.WaitGroup
	running.Go(func() { c.Run(ctx) })
	return c, running.Wait
}

// terms are what the codes of the version in force are taken from.
func terms(s *engine.Snapshot) fhir.Terms {
	t := fhir.Terms{Rules: s.Rules, Dictionary: s.Dictionary}
	for _, e := range s.Lexicon.Terms() {
		t.Findings = append(t.Findings, e.Name)
	}
	return t
}

// catalogue lists what the contract tells of the rules in force.
func catalogue(s *engine.Snapshot) openapi.Catalogue {
	c := openapi.Catalogue{Hash: s.Rules.Hash}
	for _, i := range s.Dictionary.All() {
		c.Indicators = append(c.Indicators, openapi.Indicator{Name: i.Name, Title: i.Title, Units: i.KnownUnits()})
	}
	for _, r := range s.Rules.Risks {
		c.Risks = append(c.Risks, openapi.Risk{ID: r.ID, Name: r.Name})
	}
	return c
}
