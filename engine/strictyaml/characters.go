package strictyaml

import (
	"fmt"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// unseen finds the characters that nobody sees, or takes for a blank, outside
// of comments: they come with text that is pasted from a page or a chat, and a
// word that holds one never matches. Each line names its first one.
func (f *File) unseen() problem.List {
	var list problem.List
	for i, line := range f.lines {
		column := 0
		for at, r := range line {
			column++
			if r < 0x80 || 0x4E00 <= r && r <= 0x9FFF {
				continue // ASCII and Chinese characters, which nearly all of a file is
			}
			invisible, blank := unicode.Is(unicode.Cf, r), unicode.IsSpace(r)
			if !invisible && !blank {
				continue
			}
			if commentBefore(line[:at]) {
				break
			}
			place, code := problem.Place{File: f.Name, Line: i + 1, Column: column}, fmt.Sprintf("U+%04X", r)
			if invisible {
				list.Add(message.Invisible.At(place, "code", code))
			} else {
				list.Add(message.WideBlank.At(place, "code", code))
			}
			break
		}
	}
	return list
}

// commentBefore reports whether a comment has begun before the end of a piece
// of a line.
func commentBefore(text string) bool {
	quote := rune(0)
	before := ' '
	for _, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case (r == '"' || r == '\'') && strings.ContainsRune(" [{,(", before):
			quote = r
		case r == '#' && before == ' ':
			return true
		}
		before = r
	}
	return false
}

// separators are what a Chinese input method writes between the items of a
// list, where YAML sees none.
const separators = "，、；"

// parted reports an item of a list that holds such a sign between two words:
// most likely several items became one. Quotes say that it is meant.
func (d *decoder) parted(item *yaml.Node) {
	if item.Kind != yaml.ScalarNode || item.Style != 0 {
		return
	}
	value := strings.TrimSpace(item.Value)
	at := strings.IndexAny(value, separators)
	if at < 0 || strings.Trim(value, separators) == "" {
		return
	}
	sign := []rune(value[at:])[0]
	place := d.file.text(item).walk(len([]rune(value[:at])))
	d.list.Add(message.ListSeparator.At(place, "sign", string(sign)))
}
