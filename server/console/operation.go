package console

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/server/task"
	"tijian/server/user"
)

type operationPage struct {
	Tasks      task.Overview
	Failed     []count
	Version    string         // of the program
	Last       engine.Outcome // of a reload
	Until      time.Time      // another version comes into force then by itself
	Faults     problem.List   // of a refused reload
	Namespaces []string
	Users      map[user.Role]int // that may log in
	Sessions   int
}

type count struct {
	Name string
	N    int
}

// mostProblems of a refused reload are shown; the log has all.
const mostProblems = 50

// operation shows how the service is doing.
func (c *Console) operation(v *requestContext) error {
	overview, err := c.Tasks.Overview(v.Context())
	if err != nil {
		return err
	}
	p := operationPage{Tasks: overview, Version: c.Version}
	for kind, n := range overview.Failed {
		p.Failed = append(p.Failed, count{kind, n})
	}
	slices.SortFunc(p.Failed, func(a, b count) int { return cmp.Or(b.N-a.N, cmp.Compare(a.Name, b.Name)) })

	snapshot := c.Live.Snapshot()
	p.Last, p.Namespaces, p.Until = c.Live.Last(), snapshot.Namespaces(), snapshot.Until
	p.Faults = p.Last.Problems[:min(len(p.Last.Problems), mostProblems)]
	if p.Users, err = c.Users.Count(v.Context()); err != nil {
		return err
	}
	if p.Sessions, err = c.sessions.Open(v.Context()); err != nil {
		return err
	}
	return v.show(http.StatusOK, "operation", p)
}
