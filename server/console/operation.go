package console

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"tijian/engine"
	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/release"
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
	Scheduled  draft.Version       // comes into force by itself; none without a name
	Proposed   []*release.Proposal // drafts that somebody is to approve
	Size       int64               // of the database, in bytes
	Cases      int
	Kept       []kept
}

// A kept thing is deleted after some days; 0 keeps it for ever.
type kept struct {
	Name string // what it is: operation.keep and this are its word
	Days int
	At   string // the setting
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

	days := func(d time.Duration) int { return int(d / (24 * time.Hour)) }
	p.Kept = []kept{{"cases", c.CaseDays, "TIJIAN_CASE_DAYS"}, {"pictures", c.PictureDays, "TIJIAN_CASE_PICTURES"}, {"tasks", days(c.Keeping.Tasks), "TIJIAN_KEEP"},
		{"open", days(c.Keeping.OpenTasks), "TIJIAN_KEEP_OPEN"}, {"audit", days(c.Keeping.Audit), "TIJIAN_AUDIT_KEEP"}}
	if p.Size, err = c.DB.Size(v.Context()); err != nil {
		return err
	}
	if p.Cases, err = c.cases.All(v.Context()); err != nil {
		return err
	}
	for _, version := range c.book.Versions() {
		if version.Next {
			p.Scheduled = version
		}
	}
	if p.Proposed, err = c.waiting(); err != nil {
		return err
	}
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
