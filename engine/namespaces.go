package engine

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
)

// namespaces warns, where versions are released at all, of drafts that answer, everybody or a namespace that is pinned to
// one, as their edits are saved, of pins to another released version without a reason, and of names that differ by a letter: one of the two
// is most likely a slip, and its people would silently get the base rules.
func (src *source) namespaces() problem.List {
	var list problem.List
	type named struct {
		name string
		at   problem.Place
	}
	var all []named
	add := func(name string, at problem.Place) {
		if !slices.ContainsFunc(all, func(n named) bool { return n.name == name }) {
			all = append(all, named{name, at})
		}
	}
	folders, _ := fs.Glob(src.rules, "*/overlays/*/overlay.yaml") // the pattern is well formed
	for _, file := range folders {
		add(path.Base(path.Dir(file)), problem.Place{File: file})
	}
	at := problem.Place{File: ruleset.CurrentName}
	for _, answers := range [][2]string{{"active", src.current.Active}, {"next", src.current.Next}} {
		if key, version := answers[0], answers[1]; version != "" && !src.released(version) && slices.ContainsFunc(ruleset.Versions(src.rules), src.released) {
			list.Add(message.ActiveDraft.At(at, "key", key, "version", version))
		}
	}
	for name, version := range src.current.Pins {
		add(name, at)
		switch active := src.current.At(src.at); {
		case !src.released(version):
			list.Add(message.PinnedDraft.At(at, "namespace", name, "version", version))
		case version != active && strings.TrimSpace(src.current.Reasons[name]) == "":
			list.Add(message.PinnedOther.At(at, "namespace", name, "version", version, "active", active))
		}
	}
	slices.SortFunc(all, func(a, b named) int { return a.at.Compare(b.at) })
	for i, a := range all {
		for _, b := range all[:i] {
			if near(a.name, b.name) {
				list.Add(message.NearNamespace.At(a.at, "namespace", a.name, "other", b.name, "place", b.at))
			}
		}
	}
	return src.files.inRules(list)
}

// unrecorded warns where another version is in force than the history tells of.
func (src *source) unrecorded(history []record.Entry) (list problem.List) {
	if len(history) == 0 || src.current.Active == "" {
		return nil
	}
	last := history[len(history)-1]
	want, active := last.Version, src.current.At(src.at)
	if from, err := ruleset.ParseEffective(last.Effective); err == nil && src.at.Before(from) {
		want = last.From
	}
	if next := src.current.Next; active == want && next != "" && next != last.Version {
		active, want = next, last.Version
	}
	if active != want {
		list.Add(message.Unrecorded.At(problem.Place{File: ruleset.CurrentName}, "active", active, "version", want))
	}
	return list
}

// near reports whether two names of some length differ in one character. What
// tells wards apart does not count: a digit, or the last letter behind a line.
func near(a, b string) bool {
	if cut := strings.LastIndexAny(a, "_-") + 1; cut > 0 && cut == len(a)-1 && len(b) == len(a) && a[:cut] == b[:cut] {
		return false
	}
	x, y := []rune(a), []rune(b)
	if min(len(x), len(y)) < 4 {
		return false
	}
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x) > len(y) {
		x, y = y, x
	}
	switch {
	case len(x) == 0 && len(y) == 1: // one character more
		return !digit(y[0])
	case len(x) == 1 && len(y) == 1: // another one
		return !(digit(x[0]) && digit(y[0]))
	}
	return len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0] // two that changed places
}

func digit(r rune) bool {
	return strings.ContainsRune("0123456789一二三四五六七八九十东西南北", r)
}
