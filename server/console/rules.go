package console

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/references"
	"tijian/engine/release"
	"tijian/engine/ruleset"
	"tijian/engine/scale"
	"tijian/server/audit"
	"tijian/server/console/answer"
	"tijian/server/console/chart"
	"tijian/server/console/grid"
	"tijian/server/console/words"
	"tijian/server/user"
)

// rulesPage is the list of what a version has rules for.
type rulesPage struct {
	Version  draft.Version
	Versions []draft.Version
	Query    string `form:"q"`
	Title    string // of the version
	Groups   []indicatorGroup
	Found    int
	Faults   problem.List
	Editable bool // the visitor may make drafts here
	Inbox    []inboxLine
	Embedded bool // the rules are within the program
	May      bool // the visitor may make them editable by a press
	Made     bool // that was done: it waits for a start
}

// makeEditable puts the rules of the program into a folder.
func (c *Console) makeEditable(v *requestContext) error {
	e := c.Options.Editable
	if e == nil {
		return v.fail(http.StatusConflict, "embedded.settings")
	}
	c.saving.Lock()
	defer c.saving.Unlock()
	if !e.Made() {
		if err := e.Make(); err != nil {
			return err
		}
		c.security(v, slog.LevelInfo, audit.RulesUnpacked, v.user.Name)
	}
	return v.redirect("rules")
}

// An inboxLine is a draft that waits for approval, or for its author to mend it.
type inboxLine struct {
	*release.Proposal
	Mine           bool // the visitor proposed it
	Rejected, Open int  // groups of its sheet, by what the visitor or anybody said
	Groups         int
}

// inbox are the drafts that wait, those that the visitor can decide about first.
func (c *Console) inbox(v *requestContext) (list []inboxLine, err error) {
	if !v.user.Role.Includes(user.Editor) {
		return nil, nil
	}
	heads, err := c.waiting()
	for _, head := range heads {
		p, err := c.releaser().Proposed(head.Draft)
		if err != nil || p == nil {
			continue // it is told on the draft's page
		}
		one := inboxLine{Proposal: p, Mine: p.By == v.user.Name}
		if p.Sheet != nil {
			open, rejected := p.Sheet.Unsigned(v.user.Name)
			one.Open, one.Rejected, one.Groups = len(open), len(rejected), len(p.Sheet.Groups)
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b inboxLine) int {
		if a.Mine != b.Mine {
			return map[bool]int{true: 1, false: -1}[a.Mine]
		}
		return a.At.Compare(b.At)
	})
	return list, err
}

type indicatorGroup struct {
	Title      string
	Indicators []*dictionary.Indicator
}

func (c *Console) rules(v *requestContext) error {
	p := rulesPage{Version: v.version, Versions: c.book.Versions(), Editable: c.mayEdit(v)}
	v.asked(&p)
	p.Embedded = !c.book.Editable()
	if e := c.Options.Editable; e != nil {
		p.Made, p.May = e.Made(), v.user.Role.Includes(user.Admin)
	}
	var err error
	if p.Inbox, err = c.inbox(v); err != nil {
		return err
	}
	set, problems := c.book.Rules(v.version.Name)
	if set == nil {
		p.Faults = problems
		return v.show(http.StatusOK, "rules", p)
	}
	p.Title = set.Title
	p.Groups, p.Found = indicatorsOf(set, p.Query)
	return v.show(http.StatusOK, "rules", p)
}

func (c *Console) mayEdit(v *requestContext) bool {
	return c.book.Editable() && v.user.Role.Includes(user.Editor)
}

// indicatorsOf are those with tables whose names hold the query, by organ (see
// organOf).
func indicatorsOf(set *ruleset.Set, query string) (groups []indicatorGroup, found int) {
	by := map[string][]*dictionary.Indicator{}
	for name, tables := range set.Tables {
		i := tables[0].Indicator
		if !matches(i, query) {
			continue
		}
		organ := ""
		if o := answer.OrganOf(set, name); o != nil {
			organ = o.Title
		}
		by[organ] = append(by[organ], i)
		found++
	}
	titles := []string{}
	for _, o := range set.Organs {
		titles = append(titles, o.Title)
	}
	for _, title := range append(titles, "") {
		if list := by[title]; len(list) > 0 {
			slices.SortFunc(list, func(a, b *dictionary.Indicator) int { return strings.Compare(a.Name, b.Name) })
			groups = append(groups, indicatorGroup{title, list})
		}
	}
	return groups, found
}

// matches reports whether a name, alias or abbreviation of an indicator holds a
// text, whatever its case.
func matches(i *dictionary.Indicator, query string) bool {
	query = dictionary.Fold(query)
	for _, name := range slices.Concat([]string{i.Name, i.Title, i.English}, i.Aliases, i.Abbreviations) {
		if strings.Contains(dictionary.Fold(name), query) {
			return true
		}
	}
	return false
}

// tablePage shows the decision tables of one indicator.
type tablePage struct {
	Version    draft.Version
	Versions   []draft.Version
	Folder     string // of the rules, as pages name it
	View       *scale.View
	Heading    string
	Scales     []chart.Scale
	Namespaces []string // with tables of their own
	Faults     problem.List
	Editable   bool                          // this draft, by the visitor
	Forms      map[problem.Place]*grid.Table // of its tables
	Only       *grid.Table                   // nothing but this one
	Asked      int                           // the only table that is a form; -1 for all
	Saved      bool
}

// mostEdited rows are forms on one page: beyond, one table is, and the others lead to
// theirs.
const mostEdited = 40

// rowsToEdit chooses the tables that are forms: all, or the one that is asked for.
func (p *tablePage) rowsToEdit(view *scale.View, asked string) {
	rows := 0
	for _, t := range view.Tables {
		rows += len(t.Rows)
	}
	if p.Asked = -1; rows > mostEdited {
		p.Asked, _ = strconv.Atoi(asked)
		p.Asked = max(0, min(p.Asked, len(view.Tables)-1))
	}
}

func (c *Console) ruleTable(v *requestContext) error {
	version := v.version
	name, namespace := v.PathValue("indicator"), v.URL.Query().Get("namespace")
	p := tablePage{Version: version, Versions: c.book.Versions(), Heading: name, Folder: c.Files.RulesFolder(), Editable: version.Draft && c.mayEdit(v), Saved: v.URL.Query().Has("saved")}
	set, problems := c.book.Rules(version.Name)
	if p.Editable { // the first keystroke need not wait for the proof of the rest
		go c.book.Reviewer.Check(context.WithoutCancel(v.Context()), version.Name)
	}
	if set == nil {
		p.Faults = problems
		return v.show(http.StatusOK, "table", p)
	}
	view, ok := scale.In(set, name, namespace, v.lang)
	if !ok {
		return v.fail(http.StatusNotFound, "table.none", name, version.Name)
	}
	p.View = view
	if i, ok := set.Dictionary.Lookup(name); ok {
		p.Heading = words.Called(v.lang, i)
	}
	p.Scales = chart.ScalesOf(view)
	if p.Editable {
		p.rowsToEdit(view, v.URL.Query().Get("table"))
		ats := make([]problem.Place, len(view.Tables))
		for k, t := range view.Tables {
			if p.Asked < 0 || k == p.Asked {
				ats[k] = t.At
			}
		}
		p.Forms = c.cellForms(v.lang, version.Name, name, set, ats)
	}
	for space, o := range set.Overlays {
		if o.Tables[name] != nil {
			p.Namespaces = append(p.Namespaces, space)
		}
	}
	slices.Sort(p.Namespaces)
	return v.show(http.StatusOK, "table", p)
}

// wherePage lists the places that use a number.
type wherePage struct {
	Version   draft.Version
	Versions  []draft.Version
	Number    string `form:"number"`
	Indicator string `form:"indicator"`
	Asked     bool
	Uses      []references.Use
	Fault     string
}

func (c *Console) whereUsed(v *requestContext) error {
	p := wherePage{Version: v.version, Versions: c.book.Versions()}
	v.asked(&p)
	if p.Number == "" {
		return v.show(http.StatusOK, "where", p)
	}
	x, err := strconv.ParseFloat(p.Number, 64)
	set, _ := c.book.Rules(v.version.Name)
	switch {
	case err != nil:
		p.Fault = words.In(v.lang).Say("where.bad", p.Number)
	case set == nil:
		p.Fault = words.In(v.lang).Say("rules.faulty")
	default:
		p.Asked, p.Uses = true, references.Find(set, nil, x, p.Indicator)
	}
	return v.show(http.StatusOK, "where", p)
}

// historyPage lists the releases, the newest first, with the signed changes of one: all of
// them would be a page that grows for ever.
type historyPage struct {
	Entries  []record.Entry
	Of       string // the version whose changes are listed
	Faults   problem.List
	Versions []draft.Version
	May      bool // the visitor may go back to one of them
}

func (c *Console) history(v *requestContext) error {
	entries, problems := record.ReadHistory(c.book.Files.RulesFS())
	slices.Reverse(entries)
	of := v.URL.Query().Get("of")
	if of == "" && len(entries) > 0 {
		of = entries[0].Version
	}
	return v.show(http.StatusOK, "history", historyPage{entries, of, problems, c.book.Versions(), c.book.Editable() && v.user.Role.MayApprove()})
}
