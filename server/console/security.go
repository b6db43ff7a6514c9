package console

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"tijian/engine/release"
	"tijian/server/audit"
	"tijian/server/console/words"
	"tijian/server/user"
)

// security writes a record for those who watch for attacks, as the API's does.
func (c *Console) security(v *requestContext, level slog.Level, event, name string, more ...any) {
	c.record(v.Context(), v.RemoteAddr, v.requestID(), level, event, name, more...)
}

// record writes such a record of a request that may be over. The audit log keeps
// some of them.
func (c *Console) record(ctx context.Context, address, request string, level slog.Level, event, name string, more ...any) {
	attrs := append([]any{"kind", "security", "event", event, "address", address, "request_id", request}, more...)
	if name != "" {
		attrs = append(attrs, "user", c.Pseudonym(name))
	}
	c.Logger.Log(ctx, level, "security", attrs...)
	e := audit.Entry{Event: strings.TrimPrefix(event, "console-"), Who: name, Via: "console", Address: address}
	if e.Event == "login-failed" {
		e.Who, e.About = "", name
	}
	for i := 0; i+1 < len(more); i += 2 {
		switch text := fmt.Sprint(more[i+1]); more[i] {
		case "version", "file":
			e.About = text
		default:
			e.More = text
		}
	}
	c.Audit.Add(ctx, e)
}

// recorded is a context in which the audit log keeps an act of the visitor, in the
// act's own transaction.
func (c *Console) recorded(v *requestContext, event, about, more string) context.Context {
	return audit.With(v.Context(), v.entry(event, about, more))
}

// entry is what the audit log keeps of an act of the visitor.
func (v *requestContext) entry(event, about, more string) audit.Entry {
	return audit.Entry{At: v.console.Now(), Event: event, Who: v.user.Name, About: about, More: more, Via: "console", Address: v.RemoteAddr}
}

// recordUser tells the security log of an act on a user, who did it and to whom.
func (c *Console) recordUser(v *requestContext, event, name string) {
	c.Logger.Log(v.Context(), slog.LevelInfo, "security", "kind", "security", "event", event, "trigger", "console", "address", v.RemoteAddr,
		"request_id", v.requestID(), "user", c.Pseudonym(name), "by", c.Pseudonym(v.user.Name))
}

// edited records who edited a file of a draft.
func (c *Console) edited(v *requestContext, version, file string) {
	c.security(v, slog.LevelInfo, audit.DraftEdited, v.user.Name, "version", version, "file", file)
}

// entriesOnPage is how many entries of the audit log one page lists.
const entriesOnPage = 50

type auditPage struct {
	User    string `form:"user"`
	Day     string `form:"day"`
	Kind    string `form:"kind,raw"`
	Before  string `form:"before,raw"` // where the page begins
	Kinds   []string
	Entries []auditLine
	Next    string // where the next page begins
}

type auditLine struct{ At, Event, Who, About, More, Via string }

// audit shows who did what, the newest first.
func (c *Console) audit(v *requestContext) error {
	p := auditPage{Kinds: audit.Kinds()}
	v.asked(&p)
	f := audit.Filter{User: p.User, Kind: p.Kind, Before: p.Before, Most: entriesOnPage + 1}
	if day, err := time.ParseInLocation(time.DateOnly, p.Day, time.Local); err == nil {
		f.From, f.To = day, day.AddDate(0, 0, 1)
	}
	list, err := c.Audit.List(v.Context(), f)
	if err != nil {
		return err
	}
	if len(list) > entriesOnPage {
		list = list[:entriesOnPage]
		p.Next = list[entriesOnPage-1].Mark()
	}
	p.Entries = c.auditLines(v.lang, list)
	return v.show(http.StatusOK, "audit", p)
}

func (c *Console) auditLines(lang string, list []audit.Entry) []auditLine {
	var lines []auditLine
	for _, e := range list {
		if e.Event == user.Added || e.Event == user.RoleChanged {
			role, rest, _ := strings.Cut(e.More, " ")
			e.More = strings.TrimSpace(words.Role(lang, user.Role(role)) + " " + rest)
		}
		if e.Event == user.FactorAdded {
			e.More = cmp.Or(words.In(lang)["factor.kind."+e.More], e.More)
		}
		if audit.KindOf(e.Event) == audit.Releases {
			e.More = release.Explain(e.More, lang)
		}
		via := cmp.Or(words.In(lang)["audit.via."+e.Via], e.Via)
		lines = append(lines, auditLine{words.Moment(e.At), cmp.Or(words.In(lang)["audit.event."+e.Event], e.Event), e.Who, e.About, e.More, strings.TrimSpace(via + " " + e.Address)})
	}
	return lines
}
