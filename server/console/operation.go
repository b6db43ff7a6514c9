package console

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"tijian/engine/problem"
	"tijian/server/task"
	"tijian/server/user"
)

type operationPage struct {
	Tasks              task.Overview
	Oldest, Half, Most string
	Failed             []count
	Version            string // of the program
	Rules, Hash        string
	Loaded, Took       string
	Until              string       // another version comes into force then by itself
	Faults             problem.List // of a refused reload
	Namespaces         []string
	Users              []count // that may log in, by role
	Sessions           int
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
	p := operationPage{Tasks: overview, Version: c.Version, Oldest: lasted(overview.Oldest), Half: lasted(overview.Half), Most: lasted(overview.Most)}
	for kind, n := range overview.Failed {
		p.Failed = append(p.Failed, count{kind, n})
	}
	slices.SortFunc(p.Failed, func(a, b count) int { return cmp.Or(b.N-a.N, cmp.Compare(a.Name, b.Name)) })

	last, snapshot := c.Live.Last(), c.Live.Snapshot()
	p.Rules, p.Hash, p.Namespaces = last.Version, last.Hash, snapshot.Namespaces()
	p.Loaded, p.Took = moment(last.At), lasted(last.Took)
	if !snapshot.Until.IsZero() {
		p.Until = moment(snapshot.Until)
	}
	p.Faults = last.Problems[:min(len(last.Problems), mostProblems)]
	users, err := c.Users.Count(v.Context())
	if err != nil {
		return err
	}
	for _, role := range user.Roles() {
		p.Users = append(p.Users, count{roleName(v.lang, role), users[role]})
	}
	if p.Sessions, err = c.sessions.open(v.Context()); err != nil {
		return err
	}
	return v.show(http.StatusOK, "operation", p)
}

func roleName(lang string, r user.Role) string {
	return cmp.Or(words[lang]["role."+string(r)], string(r))
}

func moment(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// lasted writes a duration to three digits or so.
func lasted(d time.Duration) string {
	switch {
	case d >= time.Minute:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}
