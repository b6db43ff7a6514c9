// Package message is the catalogue of what people are told, by the engine, the
// service and the command line: every sentence once, in Chinese and in English.
// A Message is a fault at a place of a file, with what to do about it; a Phrase
// is a piece of text, and Phrase.Err an error of it. Call sites name an entry
// and fill in its placeholders; a test compares the two.
package message

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/engine/problem"
)

// A Phrase is a piece of text in both languages. It may hold placeholders such
// as {name}.
type Phrase struct{ ZH, EN string }

// With returns the phrase with its placeholders filled in. The arguments are
// pairs of a placeholder's name and its value. A value that is a Phrase is
// written in each language, an error as Localise does, a list of texts is
// joined, and anything else is written as fmt writes it. Texts may come from any
// file or request, and are quoted as problem.Quote does; Plain keeps one whole.
func (p Phrase) With(args ...any) Phrase { return p.fill(args, problem.Quote) }

// fill writes the values in their places, texts as quote has them.
func (p Phrase) fill(args []any, quote func(string) string) Phrase {
	values := make([]Phrase, len(args)/2)
	for i := range values {
		values[i] = written(args[2*i+1], quote)
	}
	return Phrase{filled(p.ZH, args, values, "zh"), filled(p.EN, args, values, problem.English)}
}

// filled is a text with its placeholders replaced; those that have no value stay.
func filled(text string, args []any, values []Phrase, lang string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, behind, closed := strings.Cut(rest, "}")
		i := 0
		for i < len(values) && args[2*i] != name {
			i++
		}
		if !closed || i == len(values) {
			b.WriteString("{")
			text = rest
			continue
		}
		b.WriteString(values[i].In(lang))
		text = behind
	}
}

// Plain returns the phrase for a text that is the same in both languages.
func Plain(text string) Phrase { return Phrase{text, text} }

func written(value any, quote func(string) string) Phrase {
	switch v := value.(type) {
	case Phrase:
		return v
	case []string:
		quotes := make([]string, len(v))
		for i := range v {
			quotes[i] = quote(v[i])
		}
		return Phrase{strings.Join(quotes, "、"), strings.Join(quotes, ", ")}
	case error:
		return Of(v)
	case problem.Place:
		return Plain(fmt.Sprint(v))
	default:
		return Plain(quote(fmt.Sprint(v)))
	}
}

// In returns the phrase in one language. Any lang but English means Chinese.
func (p Phrase) In(lang string) string {
	if lang == problem.English {
		return p.EN
	}
	return p.ZH
}

// Pick returns one of two texts, as Phrase.In does of a Phrase.
func Pick(lang, zh, en string) string { return Phrase{zh, en}.In(lang) }

// A Message is one thing that can be wrong. Several messages may share a code,
// which names the kind of fault for machines.
type Message struct {
	Severity problem.Severity
	Code     string
	Reason   Phrase
	Fix      Phrase // empty where the reason says enough
}

// At returns the problem at a place, with the placeholders of the message
// filled in as Phrase.With does. A text for {name} is the problem's Name.
func (m Message) At(place problem.Place, args ...any) problem.Problem {
	reason, fix := m.Reason.With(args...), m.Fix.With(args...)
	p := problem.Problem{Place: place, Severity: m.Severity, Code: m.Code, ZH: reason.ZH, EN: reason.EN, FixZH: fix.ZH, FixEN: fix.EN}
	for i := 0; i+1 < len(args); i += 2 {
		if name, ok := args[i+1].(string); ok && args[i] == "name" {
			p.Name = name
		}
	}
	return p
}

// fault is what forbids the use of a file.
func fault(code, zh, en string) Message {
	return Message{problem.Error, code, Phrase{zh, en}, Phrase{}}
}

// warning is what is most likely an oversight.
func warning(code, zh, en string) Message {
	return Message{problem.Warning, code, Phrase{zh, en}, Phrase{}}
}

// note is what is worth knowing.
func note(code, zh, en string) Message {
	return Message{problem.Note, code, Phrase{zh, en}, Phrase{}}
}

func (m Message) fix(zh, en string) Message {
	m.Fix = Phrase{zh, en}
	return m
}

// Sentence returns the phrase as a sentence of its own, as pages show it.
func (p Phrase) Sentence() Phrase {
	first, size := utf8.DecodeRuneInString(p.EN)
	return Phrase{p.ZH + "。", string(unicode.ToUpper(first)) + p.EN[size:] + "."}
}

// Fault returns the phrase as an error of no place.
func (p Phrase) Fault() problem.Problem {
	return problem.Problem{Severity: problem.Error, ZH: p.ZH, EN: p.EN}
}
