// Package flame draws a CPU profile as a flame graph: the widths are time, what
// stands on a bar was called by it.
package flame

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

const (
	width  = 1200 // of all, in pixels
	height = 16   // of a bar
	letter = 6.6  // wide, on average
	margin = 24   // above the bars, for the title
	least  = 2    // bars that are less wide are left out
)

// A bar is a function with what it called.
type bar struct {
	name  string
	spent int64
	calls map[string]*bar
}

func (b *bar) call(name string) *bar {
	if b.calls == nil {
		b.calls = map[string]*bar{}
	}
	if b.calls[name] == nil {
		b.calls[name] = &bar{name: name}
	}
	return b.calls[name]
}

// stack adds up the profile's last value, which is CPU time, by stacks.
func stack(p *profile.Profile) *bar {
	root := &bar{name: "all"}
	for _, s := range p.Sample {
		spent := s.Value[len(s.Value)-1]
		at := root
		at.spent += spent
		for _, place := range slices.Backward(s.Location) { // the innermost is first
			for _, line := range slices.Backward(place.Line) {
				at = at.call(line.Function.Name)
				at.spent += spent
			}
		}
	}
	return root
}

func (b *bar) depth(scale float64) int {
	deepest := 0
	for _, c := range b.calls {
		if float64(c.spent)*scale >= least {
			deepest = max(deepest, c.depth(scale))
		}
	}
	return deepest + 1
}

// Draw reads a profile and writes it as SVG. each says in a bar's tooltip what a
// part of the whole is.
func Draw(w io.Writer, r io.Reader, title string, each func(share float64) string) error {
	p, err := profile.Parse(r)
	if err != nil {
		return err
	}
	root := stack(p)
	if root.spent == 0 {
		return errors.New("the profile is empty")
	}
	scale := width / float64(root.spent)
	total := margin + height*root.depth(scale)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="monospace" font-size="11">`+"\n", width, total, width, total)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/><text x="4" y="16">%s</text>`+"\n", html.EscapeString(title))
	root.draw(&b, 0, total-height, scale, each)
	b.WriteString("</svg>\n")
	_, err = io.WriteString(w, b.String())
	return err
}

func (b *bar) draw(out *strings.Builder, x float64, y int, scale float64, each func(float64) string) {
	wide := float64(b.spent) * scale
	fmt.Fprintf(out, `<g><title>%s: %s</title><rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s" stroke="#fff" stroke-width=".5"/>`,
		html.EscapeString(b.name), each(wide/width), x, y, wide, height, colour(b.name))
	if room := int(wide/letter) - 1; room >= 3 {
		fmt.Fprintf(out, `<text x="%.1f" y="%d">%s</text>`, x+3, y+12, html.EscapeString(shorten(b.name, room)))
	}
	out.WriteString("</g>\n")
	for _, c := range slices.SortedFunc(maps.Values(b.calls), func(a, b *bar) int { return cmp.Compare(a.name, b.name) }) {
		wide := float64(c.spent) * scale
		if wide >= least {
			c.draw(out, x, y-height, scale, each)
		}
		x += wide
	}
}

// shorten leaves the folders of a package away, then the end.
func shorten(name string, room int) string {
	before, _, _ := strings.Cut(name, "[") // a type's name has slashes, too
	name = name[strings.LastIndexByte(before, '/')+1:]
	if len(name) > room {
		name = name[:room-1] + "…"
	}
	return name
}

// colour tells whose a function is.
func colour(name string) string {
	for _, c := range colours {
		if strings.HasPrefix(name, c.prefix) {
			return c.colour
		}
	}
	return "#d8d8d8" // the runtime's and all others
}

var colours = []struct{ prefix, colour string }{
	{"tijian/engine", "#f4a261"},
	{"tijian/", "#f6d186"},
	{"github.com/expr-lang", "#e8998d"},
	{"github.com/go-json-experiment", "#e9c46a"},
	{"modernc.org", "#9bc49b"},
	{"database/sql", "#b8d8b8"},
	{"net/http", "#a8c5e2"},
	{"github.com/gin-gonic", "#c3d9ee"},
	{"log/slog", "#cdb4db"},
	{"internal/poll", "#b0b7c3"},
	{"syscall", "#b0b7c3"},
	{"internal/runtime/syscall", "#b0b7c3"},
}
