package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"tijian/engine/release"
	"tijian/server/audit"
	"tijian/server/auth"
	"tijian/server/config"
	"tijian/server/store"
)

// Audit is the record of who did what: users, releases and drafts of rules,
// reports corrected and read, refused roles, logins.
type Audit struct {
	List   auditList   `cmd:"" default:"withargs" help:"列出谁做过什么" en:"List who did what."`
	Verify auditVerify `cmd:"" help:"核对记录没有被改过、删过" en:"Check that no entry was changed or taken away."`
	Head   auditHead   `cmd:"" help:"打印每一串记录的末条，存到别处，以后供 verify 核对" en:"Print the last entry of each chain, to keep elsewhere for a later verify."`
}

type auditList struct {
	config.Data
	User string `help:"只看这个用户做的，或关于这个用户的" en:"Only what this user did, or what is about this user." placeholder:"NAME"`
	Kind string `enum:",users,releases,drafts,corrections,messages,access,login" default:"" help:"只看一类：users（用户）、releases（发布）、drafts（草稿）、corrections（改正报告）、messages（医院系统的死信）、access（查看报告、越权）、login（登录）" en:"Only one kind: users, releases, drafts, corrections, messages (dead letters of hospital systems), access (reports read, roles refused), login."`
	Day  string `help:"只看这一天，例如 2026-12-01" en:"Only this day, such as 2026-12-01." placeholder:"DAY"`
	Most int    `name:"limit" default:"100" help:"最多几条，新的在前" en:"Most entries, the newest first."`
}

// Run prints the entries.
func (c *auditList) Run(ctx context.Context, s Streams) error {
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

type auditHead struct {
	config.Data
}

// Run prints the heads.
func (c *auditHead) Run(ctx context.Context, s Streams) error {
	return withDB(ctx, c.Data, func(db *store.DB) error {
		heads, err := audit.New(db, slog.New(slog.DiscardHandler), time.Now).Heads(ctx)
		for _, h := range heads {
			fmt.Fprintln(s.Out, h)
		}
		return err
	})
}

type auditVerify struct {
	config.Data
	config.Signing
	Head string `type:"existingfile" help:"以前记下的链头" en:"What audit head printed before." placeholder:"FILE"`
}

// Run checks the chains.
func (c *auditVerify) Run(ctx context.Context, s Streams) error {
	var kept []audit.Head
	if c.Head != "" {
		text, err := os.ReadFile(c.Head)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			h, err := audit.ParseHead(line)
			if err != nil {
				return failure{exitInvalid, fmt.Sprintf(s.in("%s 不是 audit head 打印的内容", "%s is not what audit head prints"), c.Head)}
			}
			kept = append(kept, h)
		}
	}
	if err := c.ReadSecret(); err != nil {
		return err
	}
	return withDB(ctx, c.Data, func(db *store.DB) error {
		log := audit.New(db, slog.New(slog.DiscardHandler), time.Now)
		_, missing := os.Stat(filepath.Join(c.Data.Data, auth.SecretFile))
		signed := c.JWTSecret != "" || missing == nil // none is created here
		if signed {
			secrets, err := auth.LoadSecrets(c.JWTSecret, c.Data.Data)
			if err == nil {
				log, err = log.Signed(secrets[0])
			}
			if err != nil {
				return err
			}
		} else {
			fmt.Fprintln(s.Err, s.in("没有令牌密钥：不核对删除旧记录时的签名", "without the secret of tokens the signatures of what was deleted are not checked"))
		}
		n, err := log.Verify(ctx, signed, kept...)
		if broken, is := errors.AsType[*audit.Broken](err); is {
			return failure{exitInvalid, fmt.Sprintf(s.in("记录不可信：%s 第 %d 条：%s", "the record is broken: %s %d: %s"), broken.Chain, broken.Seq, broken.Reason)}
		}
		if err != nil {
			return err
		}
		for _, chain := range audit.Chains() {
			fmt.Fprintf(s.Out, s.in("%s：%d 条，没有被改过\n", "%s: %d entries, none changed\n"), chain, n[chain])
		}
		return nil
	})
}
