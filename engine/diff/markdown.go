package diff

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// WriteMarkdown writes the differences as a page to read: a heading for each
// indicator and risk, an item for each difference, without the places in files.
// The error is the writer's.
func (r *Report) WriteMarkdown(w io.Writer, lang string) error {
	var text bytes.Buffer
	if err := r.WriteText(&text, lang); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	first := true
	for line := range strings.Lines(text.String()) {
		line = strings.TrimRight(line, "\n")
		plain := strings.TrimLeft(line, " ")
		indent := len(line) - len(plain)
		plain = strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`).Replace(plain)
		switch {
		case first:
			fmt.Fprintf(out, "# %s\n", plain)
			first = false
		case plain == "":
			fmt.Fprintln(out)
		case indent == 0:
			fmt.Fprintf(out, "## %s\n\n", plain)
		case indent == 2:
			fmt.Fprintf(out, "- %s\n", plain)
		}
	}
	return out.Flush()
}
