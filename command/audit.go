package command

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"tijian/engine/release"
	"tijian/server/audit"
	"tijian/server/config"
	"tijian/server/store"
)

// Audit prints who did what: users, releases and drafts of rules, corrections,
// refused logins.
type Audit struct {
	config.Data
	User string `help:"只看这个用户做的，或关于这个用户的" en:"Only what this user did, or what is about this user." placeholder:"NAME"`
	Kind string `enum:",users,releases,drafts,corrections,login" default:"" help:"只看一类：users（用户）、releases（发布）、drafts（草稿）、corrections（改正报告）、login（被拒绝的登录）" en:"Only one kind: users, releases, drafts, corrections, login (refused)."`
	Day  string `help:"只看这一天，例如 2026-12-01" en:"Only this day, such as 2026-12-01." placeholder:"DAY"`
	Most int    `name:"limit" default:"100" help:"最多几条，新的在前" en:"Most entries, the newest first."`
}

// Run prints the entries.
func (c *Audit) Run(ctx context.Context, s Streams) error {
	f := audit.Filter{User: c.User, Kind: c.Kind, Most: c.Most}
	if c.Day != "" {
		day, err := time.ParseInLocation(time.DateOnly, c.Day, time.Local)
		if err != nil {
			return failure{exitInvalid, s.in("--day 要写成 2026-12-01 这样", "--day must be written such as 2026-12-01")}
		}
		f.From, f.To = day, day.AddDate(0, 0, 1)
	}
	return withDB(ctx, c.Data, func(db *store.DB) error {
		list, err := audit.New(db, slog.New(slog.DiscardHandler), time.Now).List(ctx, f)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, s.in("时间\t事件\t操作者\t对象\t说明\t途径", "TIME\tEVENT\tWHO\tABOUT\tMORE\tVIA"))
		for _, e := range list {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", e.At.Local().Format("2006-01-02 15:04:05"), e.Event, e.Who, e.About, release.Explain(e.More, s.Lang), strings.TrimSpace(e.Via+" "+e.Address))
		}
		return w.Flush()
	})
}
