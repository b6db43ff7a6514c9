package changes

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// most is how many words of a kind are named in a sentence; the count tells of
// the others.
const most = 12

// What says in a sentence what differs.
func (f *File) What() message.Phrase {
	var zh, en []string
	for _, p := range f.parts() {
		zh, en = append(zh, p.said.ZH), append(en, p.said.EN)
	}
	return message.Phrase{ZH: strings.Join(zh, "；"), EN: strings.Join(en, "; ")}
}

// A part is one kind of difference.
type part struct {
	said  message.Phrase
	sign  string
	words words // none where said is all
}

// words are told one by one in both languages.
type words struct{ zh, en []string }

// In gives those of a language.
func (w words) In(lang string) []string {
	if lang == problem.English {
		return w.en
	}
	return w.zh
}

// In names the word in one language, with the line where it stood.
func (g Gone) In(lang string) string {
	return message.StoodAt.With("word", message.Plain(g.Word), "line", g.Line).In(lang)
}

func (f *File) parts() []part {
	some := func(words []string) []string { return words[:min(len(words), most)] }
	var gone words
	for _, g := range f.Gone {
		gone.zh, gone.en = append(gone.zh, g.In(problem.Chinese)), append(gone.en, g.In(problem.English))
	}
	var parts []part
	if f.New {
		parts = append(parts, part{said: message.NewFile})
	}
	if f.Lost {
		parts = append(parts, part{said: message.LostFile})
	}
	if n := len(f.Gone); n > 0 {
		said := message.Phrase{ZH: message.WordsGone.With("count", n, "words", some(gone.zh)).ZH, EN: message.WordsGone.With("count", n, "words", some(gone.en)).EN}
		parts = append(parts, part{said, "-", gone})
	}
	if n := len(f.Added); n > 0 {
		parts = append(parts, part{message.WordsAdded.With("count", n, "words", some(f.Added)), "+", words{f.Added, f.Added}})
	}
	if n := len(f.Altered); n > 0 {
		parts = append(parts, part{message.WordsAltered.With("count", n, "words", some(f.Altered)), "~", words{f.Altered, f.Altered}})
	}
	if f.Reordered {
		parts = append(parts, part{said: message.OtherOrder})
	}
	return parts
}

// Problem is the warning of the file's changes since a version.
func (f *File) Problem(since string) problem.Problem {
	return message.Changed.At(problem.Place{File: f.Name, Line: f.Line}, "version", since, "what", f.What())
}

// A Version is one of the rules and dictionaries, with its folder of either.
type Version struct {
	Name                string
	Rules, Dictionaries fs.FS
}

// WriteVersions lists what two versions have otherwise besides tables, of which
// diff tells. The error is the writer's.
func WriteVersions(w io.Writer, from, to Version, lang string) error {
	return errors.Join(
		WriteText(w, "rules/"+from.Name, "rules/"+to.Name, Rules(from.Rules, to.Rules), lang),
		WriteText(w, "dictionaries/"+from.Name, "dictionaries/"+to.Name, Dictionaries(from.Dictionaries, to.Dictionaries), lang))
}

// WriteText lists everything that differs in files, below the folders of the
// earlier and of the later version. The error is the writer's.
func WriteText(w io.Writer, before, after string, files []File, lang string) error {
	out := bufio.NewWriter(w)
	for i := range files {
		f := &files[i]
		at := problem.Place{File: after + "/" + f.Name, Line: f.Line}
		if f.Lost {
			at.File = before + "/" + f.Name
		}
		fmt.Fprintf(out, "%s\n", at)
		for _, part := range f.parts() {
			words := part.words.In(lang)
			if len(words) == 0 {
				words = []string{part.said.In(lang)}
			}
			for _, word := range words {
				fmt.Fprintf(out, "  %1s %s\n", part.sign, word)
			}
		}
	}
	return out.Flush()
}
