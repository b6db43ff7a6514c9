package intake

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tijian/engine/filelimits"
	"tijian/engine/message"
	"tijian/engine/observed"
)

// A version is what HL7 says of a result as one of several that may be sent of it.
type version struct {
	sub, status string       // the part of a result, and how final it is
	set, code   string       // OBX-1 and OBX-3, also where it is not known
	message     int          // the number of its header
	order       *segment     // OBR; nil for none
	obx         *segment     // as it was sent
	times       [4]time.Time // OBR-22, OBX-19, OBX-14, MSH-7; zero for none
	origin      string       // what tells that it is sent again
}

// versionOf is what an OBX says of its result as a version.
func (b *builder) versionOf(s *segment) version {
	v := version{sub: s.whole(4), status: s.component(11, 1), set: s.raw(1), code: s.raw(3), order: b.order, obx: cmp.Or(s.was, s)}
	v.times[1], _ = observed.Moment(s.component(19, 1), b.Zone)
	v.times[2], _ = observed.Moment(s.component(14, 1), b.Zone)
	if b.order != nil {
		v.times[0], _ = observed.Moment(b.order.component(22, 1), b.Zone)
	}
	if b.header != nil {
		v.message = b.header.number
		v.times[3], _ = observed.Moment(b.header.component(7, 1), b.Zone)
	}
	return v
}

// after says whether a version is later than another, negative for earlier: by all
// times that both have. Zero is not known, and so are times that disagree.
func (v *version) after(other *version) int {
	told := 0
	for i, at := range v.times {
		if at.IsZero() || other.times[i].IsZero() || at.Equal(other.times[i]) {
			continue
		}
		c := at.Compare(other.times[i])
		if told == -c {
			return 0
		}
		told = c
	}
	return told
}

// sameOrder reports whether two versions are of one order, whether its numbers say
// so, and whether anything does: its code and the specimen's time tell it as well.
// Without orders, an OBX that has the same number and code is the same one.
func (v *version) sameOrder(other *version) (same, numbered, known bool) {
	a, b := v.order, other.order
	switch {
	case a == nil && b == nil:
		same = v.set == other.set && v.code == other.code
		return same, false, same
	case a == nil || b == nil:
		return false, false, false
	}
	for _, field := range []int{3, 2} {
		if m, n := a.whole(field), b.whole(field); m != "" && n != "" {
			if m == n {
				return true, true, true
			}
			numbered = true
		}
	}
	for _, field := range []int{4, 7} {
		if m, n := a.component(field, 1), b.component(field, 1); m != n && m != "" && n != "" {
			return false, numbered, true
		}
	}
	return !numbered, numbered, true
}

// otherSpecimen reports whether the specimens of two versions were taken at different
// times: one order may have a glucose before and one after a load.
func (v *version) otherSpecimen(other *version) bool {
	if v.order == nil || other.order == nil {
		return false
	}
	a, b := v.order.component(7, 1), other.order.component(7, 1)
	return a != b && a != "" && b != ""
}

// has reports whether the status is one of a kind.
func (v *version) has(kind string) bool { return v.status != "" && strings.Contains(kind, v.status) }

// final are the states of results that take the place of open ones.
const final = "FA"

// entry is a result while it is decided which of its versions counts.
type entry struct {
	b *builder
	*sample
	again bool // it came before, and nothing differs
	gone  message.Phrase
}

func (e *entry) out() bool { return e.gone != (message.Phrase{}) }

// sameOrderAs is sameOrder; of two examinations only numbers tell that it is one.
func (e *entry) sameOrderAs(other *entry) (same, known bool) {
	same, numbered, known := e.sameOrder(other.version)
	return same && (numbered || e.b == other.b), known
}

// settle leaves of each result the version that counts: none that was withdrawn, a
// correction before what it corrects, a final one before an open one, else the latest.
// Where nothing tells which that is, none counts.
func settle(persons []*builder) {
	type key struct{ user, namespace, item, sub string }
	called := map[[3]string]string{} // indicators by whose code it is
	origins := map[[3]string]bool{}
	groups := map[key][]*entry{}
	var order []key
	all := make([][]*entry, len(persons))
	for i, b := range persons {
		whose := [3]string{cmp.Or(b.user, b.request.Place.In("zh")), b.Namespace}
		for k := range b.samples {
			s := &b.samples[k]
			e := &entry{b: b, sample: s}
			whose[2] = s.code
			if s.name == "" {
				s.name = called[whose]
			} else if s.code != "" {
				called[whose] = s.name
			}
			whose[2] = s.origin
			e.again = s.origin != "" && origins[whose]
			origins[whose] = true
			all[i] = append(all[i], e)
		}
		for _, e := range all[i] {
			g := key{whose[0], whose[1], cmp.Or(e.name, "\x00"+e.code), e.sub}
			if groups[g] == nil {
				order = append(order, g)
			}
			groups[g] = append(groups[g], e)
		}
	}
	for _, g := range order {
		switch n := len(groups[g]); {
		case n > filelimits.MostVersions: // comparing them takes the square of that
			for _, e := range groups[g] {
				e.gone = message.ManyResults.With("most", filelimits.MostVersions)
			}
		case n > 1:
			versions(groups[g])
		}
	}
	for i, b := range persons {
		b.samples = slices.Clone(b.samples)[:0]
		for _, e := range all[i] {
			switch {
			case e.node == nil:
			case e.out():
				b.issue(*e.at.value, e.gone)
			default:
				b.samples = append(b.samples, *e.sample)
			}
		}
	}
}

// versions decides which of the results of one indicator count.
func versions(group []*entry) {
	drop := func(e *entry, why message.Phrase) {
		if e.again {
			why = message.Twice
		}
		if !e.out() {
			e.gone = why
		}
	}
	related := func(a, b *entry) bool {
		same, known := a.sameOrderAs(b)
		return a != b && (same || !known && a.b == b.b)
	}
	for i, by := range group {
		for k, e := range group {
			if e.node == nil || !related(by, e) {
				continue
			}
			if why, replaced := by.replaces(e, k < i); replaced {
				drop(e, why)
			}
		}
	}
	for i, e := range group { // sent again after it was taken back
		if e.again && slices.ContainsFunc(group[:i], func(before *entry) bool { return before.origin == e.origin && before.out() }) {
			drop(e, message.Twice)
		}
	}
	for _, one := range orders(group) {
		latest(one, drop)
	}
	for i, e := range group {
		if e.again && slices.ContainsFunc(group[:i], func(before *entry) bool { return before.origin == e.origin && !before.out() }) {
			drop(e, message.Twice)
		}
	}
}

// replaces reports whether a result takes the place of another of its order, or
// takes it back, and what is said of that; behind is whether it was sent behind it.
func (e *entry) replaces(other *entry, behind bool) (why message.Phrase, ok bool) {
	later := e.after(other.version)
	last := later > 0 || later == 0 && behind
	corrects := e.status == "C"
	switch {
	case e.node == nil && (corrects && (other.status != "C" || last) || e.has(withdrawn) && last):
		return message.Withdrawn, true
	case e.node != nil && corrects && other.status != "C", e.has(final) && other.has(open):
		return message.Superseded, true
	}
	return why, false
}

// orders parts the results that may still count by their orders and specimens.
func orders(group []*entry) (list [][]*entry) {
	for _, e := range group {
		if e.out() || e.code == "" || e.has(withdrawn) {
			continue
		}
		k := slices.IndexFunc(list, func(one []*entry) bool {
			same, _ := one[0].sameOrderAs(e)
			return same && !one[0].otherSpecimen(e.version)
		})
		if k < 0 {
			list = append(list, nil)
			k = len(list) - 1
		}
		list[k] = append(list[k], e)
	}
	return list
}

// latest drops of one order's results all but those of its latest message. What one
// message says several times was measured several times.
func latest(results []*entry, drop func(*entry, message.Phrase)) {
	var numbers []int
	by := map[int][]*entry{}
	said := map[int]string{}
	for _, e := range results {
		if by[e.message] == nil {
			numbers = append(numbers, e.message)
		}
		by[e.message] = append(by[e.message], e)
	}
	for n, list := range by {
		var values []string
		for _, e := range list {
			if e.node != nil {
				values = append(values, string(e.node.Get("value").Append(nil))+"\x00"+e.node.Get("unit").Text)
			}
		}
		slices.Sort(values)
		said[n] = strings.Join(slices.Compact(values), "\x01")
	}
	older, unclear := map[int]bool{}, map[int]bool{}
	for _, m := range numbers {
		for _, n := range numbers {
			older[m] = older[m] || said[m] != said[n] && by[n][0].after(by[m][0].version) > 0
		}
	}
	for _, m := range numbers {
		for _, n := range numbers {
			unclear[m] = unclear[m] || !older[m] && !older[n] && said[m] != said[n]
		}
	}
	for _, n := range numbers {
		for _, e := range by[n] {
			switch {
			case older[n]:
				drop(e, message.OlderResult)
			case unclear[n]:
				drop(e, message.NoneLater)
			}
		}
	}
}
