package scale

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// WriteHTML writes one page that needs nothing else: no script, no font, no
// address. The error is the writer's.
func (v *View) WriteHTML(w io.Writer) error {
	type table struct {
		Table
		Scale template.HTML
	}
	p := struct {
		*View
		Heading, Subtitle string
		Fonts             template.CSS
		Drawn             []table
	}{View: v, Heading: v.heading(), Subtitle: v.subtitle(), Fonts: Fonts}
	edges := v.edges()
	for _, t := range v.Tables {
		c := v.canvas()
		c.table(&t, v.Graded(), edges)
		p.Drawn = append(p.Drawn, table{t, template.HTML(c.svg(cmp.Or(t.For, "所有人")))})
	}
	return page.Execute(w, p)
}
