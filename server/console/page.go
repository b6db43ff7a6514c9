package console

import (
	"embed"
	"html/template"
	"io/fs"
	"math"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/release"
	"tijian/engine/ruleset"
	"tijian/engine/workbook"
	"tijian/server/console/answer"
	"tijian/server/console/grid"
	"tijian/server/console/words"
	"tijian/server/session"
	"tijian/server/user"
)

//go:embed templates/*.html
var templateFiles embed.FS

// templates are the pages by language and name, each with the layout.
var templates = sync.OnceValue(func() map[string]map[string]*template.Template {
	names, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		panic(err) // a pattern of ours
	}
	all := map[string]map[string]*template.Template{}
	for _, lang := range words.Languages {
		base := template.Must(template.New("").Funcs(functions(lang)).ParseFS(templateFiles, "templates/layout.html"))
		all[lang] = map[string]*template.Template{}
		for _, file := range names {
			if name := strings.TrimSuffix(path.Base(file), ".html"); name != "layout" {
				all[lang][name] = template.Must(template.Must(base.Clone()).ParseFS(templateFiles, file))
			}
		}
	}
	return all
})

func functions(lang string) template.FuncMap {
	return template.FuncMap{
		"t":         words.In(lang).Say,
		"bars":      func(flag int) []bool { return []bool{flag > 0, flag > 1, flag > 2, flag > 3} },
		"add":       func(a, b int) int { return a + b },
		"mul":       func(a, b int) int { return a * b },
		"statuses":  func() []string { return answer.Statuses },
		"subpages":  func(of string) []link { return subpages[of] },
		"word":      func(value string) string { return words.Word(lang, value) },
		"cellOf":    grid.CellOf,
		"faults":    func(list problem.List) []problem.Entry { return list.Entries(lang) },
		"called":    func(i *dictionary.Indicator) string { return words.Called(lang, i) },
		"level":     func(l *ruleset.Level) string { return words.Level(lang, l) },
		"role":      func(r user.Role) string { return words.Role(lang, r) },
		"roles":     user.Roles,
		"percent":   func(share float64) string { return words.Plain(lang, 100*share) + "%" },
		"plain":     func(value any) string { return words.Plain(lang, value) },
		"moment":    words.Moment,
		"stages":    func() []release.Stage { return release.Stages },
		"day":       func(t time.Time) string { return t.Local().Format(time.DateOnly) },
		"lasted":    words.Lasted,
		"say":       func(p message.Phrase) string { return p.In(lang) },
		"sexes":     func() []string { return []string{string(assess.Male), string(assess.Female)} },
		"remedy":    func(kind string) string { return words.Remedy(lang, kind) },
		"megabytes": func(bytes int64) string { return words.Plain(lang, math.Round(float64(bytes)/(1<<20)*10)/10) },
		"cellKeys":  workbook.RowKeys,
		"linkDays":  func() []int { return linkDays },
		"tokenDays": func() []int { return tokenDays },
		"in":        func(p page, data any) page { p.Data = data; return p }, // a part of a page, with what pages have
	}
}

// A page is what every template sees.
type page struct {
	Lang, Root, CSRF, Name string
	Other                  string // the query of the same page in the other language
	User                   string // "" when nobody is logged in
	Role                   string // its name
	Editor                 bool   // it may edit
	Nav                    []link
	Styles, Scripts        []string // addresses below Root
	Rules                  string   // version in force
	Posted                 bool     // it answers to a form: what that says is not kept yet
	Data                   any
}

type link struct {
	Path, Name string // the name is also that of the page
	Here       bool
	Waiting    int // things there that wait for the visitor
}

// nav is the navigation in its order; who may not open a page does not see it.
var nav = []struct {
	path, name string
	least      user.Role
}{
	{"", "home", user.Client},
	{"cases", "visits", user.Client},
	{"assess", "assess", user.Client},
	{"findings", "findings", user.Client},
	{"rules", "rules", user.Client},
	{"quality", "quality", user.Editor},
	{"operation", "operation", user.Admin},
}

// subpages are the pages of one entry of the navigation.
var subpages = map[string][]link{
	"operation": {{Path: "operation", Name: "operation"}, {Path: "operation/users", Name: "users"}, {Path: "operation/letters", Name: "letters"}, {Path: "operation/audit", Name: "audit"}},
}

// scripts are those that pages need besides the ones of all.
var scripts = map[string]string{"visits": "report.js", "report": "report.js", "assess": "autosave.js head.js", "factor": "passkey.js", "passkey": "passkey.js", "table": "grid.js"}

func (v *requestContext) page(name string, data any) page {
	p := page{
		Lang: v.lang, Other: v.inOther(), Root: v.root(), CSRF: session.Token(v.session), Name: name, User: v.user.Name,
		Role: words.Role(v.lang, v.user.Role), Editor: v.user.Role.Includes(user.Editor),
		Styles: []string{versioned("console.css"), "assets/colors.css"}, Scripts: []string{versioned("htmx.min.js"), versioned("console.js"), versioned("kept.js"), versioned("unsaved.js")},
		Data: data, Posted: v.Method == http.MethodPost,
	}
	for _, own := range strings.Fields(scripts[name]) {
		p.Scripts = append(p.Scripts, versioned(own))
	}
	if v.user.Name == "" || v.stage() != whole {
		return p
	}
	p.Rules = v.console.Live.Snapshot().Rules.Version
	for _, n := range nav {
		if v.user.Role.Includes(n.least) {
			one := link{Path: n.path, Name: n.name, Here: n.name == name && name != "assess" || n.path != "" && strings.HasPrefix(v.route.path, n.path+"/")}
			if n.name == "rules" && v.user.Role.MayApprove() {
				waiting, _ := v.console.waiting() // the page of the rules says what is wrong
				for _, p := range waiting {
					if p.By != "" && p.By != v.user.Name {
						one.Waiting++
					}
				}
			}
			p.Nav = append(p.Nav, one)
		}
	}
	return p
}
