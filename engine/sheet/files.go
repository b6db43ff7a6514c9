package sheet

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/change"
	"tijian/engine/changes"
	"tijian/engine/message"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/sense"
)

// files tells of what files have otherwise and nothing has told of yet.
func (m *maker) files() {
	for _, tree := range []struct {
		root     string
		from, to fs.FS
	}{{"rules", m.From.Rules, m.To.Rules}, {"dictionaries", m.From.Dictionaries, m.To.Dictionaries}} {
		all := changes.Both(tree.from, tree.to)
		for _, f := range all {
			name := path.Join(tree.root, f.Name)
			if m.renamed(tree.root, f, all) {
				continue
			}
			if name == path.Join("rules", ruleset.CasesFolder, regress.OtherwiseName) {
				m.expectations(f)
				continue
			}
			m.file(tree.root, name, f)
		}
	}
}

// renamed reports whether a file of a folder has only another name, which decides
// nothing, and tells of that once.
func (m *maker) renamed(root string, f changes.States, all []changes.States) bool {
	class := classOf(path.Join(root, f.Name))
	if class.In == root || f.Before != nil && f.After != nil {
		return false
	}
	i := slices.IndexFunc(all, func(o changes.States) bool {
		return path.Dir(o.Name) == path.Dir(f.Name) && (f.Before == nil && o.After == nil && bytes.Equal(f.After, o.Before) || f.After == nil && o.Before == nil && bytes.Equal(f.Before, o.After))
	})
	if i >= 0 && f.Before == nil {
		from, to := all[i].Name, f.Name
		m.add("order", class.In, change.Change[string]{ID: f.Name, Kind: change.Changed, From: &from, To: &to, ToAt: change.Row{File: path.Join(root, m.To.Name, f.Name), Line: 1}}, "file", message.Phrase{ZH: class.ZH, EN: class.EN})
	}
	return i >= 0
}

// file tells of one file, leaf by leaf.
func (m *maker) file(root, name string, f changes.States) {
	class := classOf(name)
	title := message.Phrase{ZH: class.ZH, EN: class.EN}
	if class.In == root || class.Whole { // each of these files is of a kind of its own
		class.In, title = name, message.Phrase{ZH: title.ZH + " " + f.Name, EN: f.Name}
	}
	was, is := path.Join(root, m.From.Name, f.Name), path.Join(root, m.To.Name, f.Name)
	list, order := changes.Leaves(f.Before, f.After)
	whole := map[string]change.List[string]{} // what has a key of its own, by kind and that
	for _, l := range list {
		if m.isTold(class, was, is, l) {
			continue
		}
		keys, id := slices.Clone(l.Keys), l.Name
		if n := class.Named; n > 0 && len(keys) >= n && id == "" {
			id = keys[n-1] // before Delete moves what is behind it there
			keys = slices.Delete(keys, n-1, n)
		}
		field := strings.Join(keys, ".")
		c := change.Change[string]{ID: id, Title: m.title(id), Field: field, FromAt: change.Row{File: was, Line: l.FromLine}, ToAt: change.Row{File: is, Line: l.ToLine}, Milder: l.To == "" && !class.Plain}
		kind := "altered"
		if l.From == "" {
			kind, c.FromAt = "added", change.Row{}
		} else {
			c.From = &l.From
		}
		if l.To == "" {
			kind, c.ToAt = "lost", change.Row{} // where it stood says more than what is above it now
		} else {
			c.To = &l.To
		}
		c.Milder = c.Milder || class.Falls && falls(l.From, l.To)
		c.Doubt = class.doubts(kind, l.Whole) && !c.Milder && (len(keys) == 0 || !slices.Contains(kinds().Plain, keys[len(keys)-1])) && !m.reworded(l)
		if n := class.Named; n > 0 && len(l.Keys) > n && !(has(f.Before, l.Keys[:n]) && has(f.After, l.Keys[:n])) {
			whole[kind+"\x00"+id] = append(whole[kind+"\x00"+id], c)
			continue
		}
		switch {
		case class.In == "rules/derived" && id != "":
			m.add("derived", id, c, "what", m.called(id, ""))
		case class.In == "rules/risks":
			id, title := m.riskIn(f.Name)
			c.ID, c.Title = id, title
			m.add("risk", id, c, "what", message.Phrase{ZH: title, EN: id})
		default:
			what := message.SheetWhole
			if len(keys) > 0 && !class.Whole {
				what = fieldName(keys[0])
			}
			m.add(kind, class.In+"\x00"+what.ZH, c, "file", title, "field", what)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(whole)) {
		kind, _, _ := strings.Cut(key, "\x00")
		m.add(kind, class.In+"\x00"+message.SheetWhole.ZH, joined(whole[key]), "file", title, "field", message.SheetWhole)
	}
	if order > 0 {
		m.add("order", class.In, change.Change[string]{ID: f.Name, Kind: change.Changed, ToAt: change.Row{File: is, Line: order}, Doubt: slices.Contains(class.Doubt, "order")}, "file", title)
	}
}

// has reports whether a file has a key below others.
func has(data []byte, keys []string) bool {
	var all any
	if yaml.Unmarshal(data, &all) != nil {
		return false // its fault is told elsewhere
	}
	for _, key := range keys {
		below, _ := all.(map[string]any)
		if all = below[key]; all == nil {
			return false
		}
	}
	return true
}

// doubts reports whether such a change is for a person to decide.
func (c class) doubts(kind string, whole bool) bool {
	return slices.Contains(c.Doubt, kind) || kind == "added" && !whole && slices.Contains(c.Doubt, "joined")
}

// reworded reports whether a leaf is a sentence of the same meaning as before.
func (m *maker) reworded(l changes.Leaf) bool {
	if n := len(l.Keys); n == 0 || m.reader == nil || l.From == "" || l.To == "" || !slices.Contains(kinds().Sentences, l.Keys[n-1]) {
		return false
	}
	d := sense.Compare(m.reader.Read(l.From), m.reader.Read(l.To))
	return len(d.Lost)+len(d.Gained) == 0
}

// falls reports whether a number became a smaller one.
func falls(from, to string) bool {
	a, errA := strconv.ParseFloat(from, 64)
	b, errB := strconv.ParseFloat(to, 64)
	return errA == nil && errB == nil && b < a
}

// isTold reports whether a leaf is told of by what it means: one of a row by its key
// somewhere in the file, one of what all answers share by all its keys.
func (m *maker) isTold(class class, was, is string, l changes.Leaf) bool {
	if l.Whole {
		return false
	}
	keys := []string{strings.Join(l.Keys, ".")}
	if slices.Contains([]string{"rules/indicators", "rules/overlays", "rules/risks"}, class.In) {
		keys = append(keys, l.Keys...)
	}
	return slices.ContainsFunc(keys, func(key string) bool { return m.told[[2]string{is, key}] || m.told[[2]string{was, key}] })
}

// riskIn is the risk of a file.
func (m *maker) riskIn(name string) (id, title string) {
	for _, set := range []*ruleset.Set{m.After, m.Before} {
		for _, r := range set.Risks {
			if r.At.File == path.Join(set.Version, name) {
				return r.ID, r.Name
			}
		}
	}
	return name, name
}

// expectations tells of what a draft expects of cases otherwise, by the reason that
// was given.
func (m *maker) expectations(f changes.States) {
	was, is := entries(f.Before), entries(f.After)
	for _, side := range []struct {
		own, other []entry
		is         bool
	}{{is, was, true}, {was, is, false}} {
		for _, e := range side.own {
			if slices.ContainsFunc(side.other, func(o entry) bool { return o.text == e.text }) {
				continue
			}
			if same := slices.IndexFunc(side.other, e.expects); same >= 0 { // for another reason, or signed otherwise
				if o := side.other[same]; side.is {
					from, to := o.Reason+" "+o.Signed, e.Reason+" "+e.Signed
					m.add("expectation", e.Reason, change.Change[string]{Title: e.Suite + ": " + e.Trial, Kind: change.Changed, Field: e.Check, From: &from, To: &to, ToAt: change.Row{File: path.Join("rules", m.To.Name, f.Name), Line: e.line}}, "what", message.Plain(e.Reason))
				}
				continue
			}
			ch := regress.Change{Suite: e.Suite, Trial: e.Trial, Check: e.Check, Want: e.Was, Now: e.Now, Dropped: e.Dropped}
			from, to := e.Was, e.Now
			if e.Dropped {
				to = "dropped"
			}
			c := change.Change[string]{ID: ch.Subject(), Title: e.Suite + ": " + e.Trial, Kind: change.Added, Field: e.Check, From: &from, To: &to, Milder: ch.Milder(m.After)}
			at := change.Row{File: path.Join("rules", m.To.Name, f.Name), Line: e.line}
			if c.ToAt = at; !side.is {
				at.File = path.Join("rules", m.From.Name, f.Name)
				c.Kind, c.ToAt, c.FromAt, c.Milder = change.Removed, change.Row{}, at, false
			}
			key := string(c.Kind) + e.Reason
			if c.Milder {
				key += "\x00milder"
			}
			m.add("expectation", key, c, "what", message.Plain(e.Reason))
		}
	}
}

// An entry is an expectation that a version has otherwise.
type entry struct {
	Suite, Trial, Check, Was, Now, Reason, Signed string
	Dropped                                       bool
	line                                          int
	text                                          string
}

// expects reports whether another entry expects the same, for whatever reason.
func (e entry) expects(o entry) bool {
	e.Reason, e.Signed, e.line, e.text = o.Reason, o.Signed, o.line, o.text
	return e == o
}

func entries(data []byte) (list []entry) {
	var nodes []yaml.Node
	if yaml.Unmarshal(data, &nodes) != nil {
		return nil // its fault is told elsewhere
	}
	for i := range nodes {
		var e entry
		var all map[string]any
		if nodes[i].Decode(&e) != nil || nodes[i].Decode(&all) != nil {
			continue
		}
		text, _ := json.Marshal(all) // scalars only
		e.line, e.text = nodes[i].Line, string(text)
		list = append(list, e)
	}
	return list
}
