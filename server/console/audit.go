package console

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"tijian/engine/release"
	"tijian/server/audit"
	"tijian/server/console/words"
	"tijian/server/user"
)

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
			e.More = cmp.Or(words.In[lang]["factor.kind."+e.More], e.More)
		}
		if audit.KindOf(e.Event) == audit.Releases {
			e.More = release.Explain(e.More, lang)
		}
		via := cmp.Or(words.In[lang]["audit.via."+e.Via], e.Via)
		lines = append(lines, auditLine{words.Moment(e.At), cmp.Or(words.In[lang]["audit.event."+e.Event], e.Event), e.Who, e.About, e.More, strings.TrimSpace(via + " " + e.Address)})
	}
	return lines
}
