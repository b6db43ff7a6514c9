package main

import (
	"regexp"
	"strings"

	"tijian/engine/expression"
)

var (
	hasCall   = regexp.MustCompile(`(not )?has\((\w+)\)`)
	sexIs     = regexp.MustCompile(`sex == "(male|female)"`)
	token     = regexp.MustCompile(`"[^"]*"|[A-Za-z_]\w*|<=|>=|==|!=|[?:*]`)
	operators = map[string]string{
		"and": "且", "or": "或", "not": "非", "in": "属于", "true": "总是", "false": "从不",
		"<=": "≤", ">=": "≥", "==": "＝", "!=": "≠", "?": "时", ":": "，否则", "*": "×",
	}
	between = regexp.MustCompile(`([0-9.-]+ <=?) (\w+) and (\w+) (<=? [0-9.-]+)`)
)

// words puts a condition into Chinese for readers who do not write rules.
func (b *book) words(c *expression.Condition) string {
	if c == nil {
		return "所有人"
	}
	text := strings.Join(strings.Fields(c.Text.Value), " ")
	text = between.ReplaceAllStringFunc(text, func(s string) string {
		if m := between.FindStringSubmatch(s); m[2] == m[3] {
			return m[1] + " " + m[2] + " " + m[4]
		}
		return s
	})
	text = hasCall.ReplaceAllStringFunc(text, func(s string) string {
		m := hasCall.FindStringSubmatch(s)
		if m[1] != "" {
			return `"#未提供` + b.title(m[2]) + `"`
		}
		return `"#已提供` + b.title(m[2]) + `"`
	})
	text = sexIs.ReplaceAllStringFunc(text, func(s string) string {
		if strings.Contains(s, "female") {
			return `"#女性"`
		}
		return `"#男性"`
	})
	return token.ReplaceAllStringFunc(text, func(s string) string {
		if rest, ready := strings.CutPrefix(s, `"#`); ready {
			return strings.TrimSuffix(rest, `"`)
		}
		if strings.HasPrefix(s, `"`) {
			return "“" + strings.Trim(s, `"`) + "”"
		}
		if word, ok := operators[s]; ok {
			return word
		}
		return b.title(s)
	})
}

// title of a variable; functions keep their name.
func (b *book) title(name string) string {
	if v, ok := b.set.Scope.Lookup(name); ok && v.Title != "" {
		return v.Title
	}
	return name
}
