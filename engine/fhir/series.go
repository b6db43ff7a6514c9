package fhir

import (
	"cmp"
	"slices"
	"time"

	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
)

// A sample is one of the request with where it stands, and when it was taken.
type sample struct {
	node *jsontree.Node
	name string
	when when
	sent
}

// examined is when the examination was: the latest time at which a result that
// counts was taken. Where none says, it is the earliest at which one was issued:
// a late result is of the same examination. Either way it is after all earlier
// results.
func (r *reader) examined() when {
	latest := r.latestOf()
	var before time.Time // the latest of earlier results
	for _, s := range r.samples {
		if last := r.samples[latest[s.name]]; s.when.moment.Before(last.when.moment) && s.when.moment.After(before) {
			before = s.when.moment
		}
	}
	var taken, issued when
	for i, s := range r.samples {
		switch w := s.when; {
		case i != latest[s.name] || !w.moment.After(before):
		case !w.issued && w.moment.After(taken.moment):
			taken = w
		case w.issued && (issued.moment.IsZero() || w.moment.Before(issued.moment)):
			issued = w
		}
	}
	r.exam = cmp.Or(taken, issued)
	return r.exam
}

// supersede leaves out what is preliminary where a final result of the same indicator
// and time follows.
func (r *reader) supersede() {
	open := func(s sample) bool { return text(s.of, "status") == "preliminary" }
	r.samples = slices.DeleteFunc(slices.Clone(r.samples), func(s sample) bool {
		gone := open(s) && slices.ContainsFunc(r.samples, func(other sample) bool {
			return other.name == s.name && !open(other) && (other.when.moment.Equal(s.when.moment) || other.when.moment.IsZero() || s.when.moment.IsZero())
		})
		if gone {
			r.ignored(s.at, message.Superseded)
		}
		return gone
	})
}

// together leaves out what other results of the same indicator and time say, or
// contradict.
func (r *reader) together() {
	by := map[time.Time][]sample{}
	var times []time.Time
	for _, s := range r.samples {
		at := s.when.moment
		if by[at] == nil {
			times = append(times, at)
		}
		by[at] = append(by[at], s)
	}
	gone := map[*jsontree.Node]bool{}
	for _, at := range times {
		var nodes []*jsontree.Node
		for _, s := range by[at] {
			nodes = append(nodes, s.node)
		}
		for i, why := range (observed.Reader{Dictionary: r.d}).Together(nodes) {
			if why != (message.Phrase{}) {
				gone[nodes[i]] = true
				r.ignored(by[at][i].at, why)
			}
		}
	}
	r.samples = slices.DeleteFunc(r.samples, func(s sample) bool { return gone[s.node] })
}

// latestOf is, by indicator, which of its results counts: the latest, of several
// at a time the last.
func (r *reader) latestOf() map[string]int {
	latest := map[string]int{}
	for i, s := range r.samples {
		if k, seen := latest[s.name]; !seen || !s.when.moment.Before(r.samples[k].when.moment) {
			latest[s.name] = i
		}
	}
	return latest
}

// series is the samples, in their order: of an indicator that was measured
// several times the latest, with the others as its earlier results.
func (r *reader) series() *jsontree.Node {
	latest := r.latestOf()
	list := jsontree.NewArray()
	for i, s := range r.samples {
		last := r.samples[latest[s.name]]
		if earlier := s.when.moment; i != latest[s.name] && !earlier.IsZero() && earlier.Before(last.when.moment) {
			result := jsontree.NewObject("value", s.node.Get("value"))
			if unit := s.node.Get("unit"); unit != nil {
				result.Set("unit", unit)
			}
			result.Set("datetime", jsontree.NewString(s.when.written))
			before := last.node.Get("previous")
			if before == nil {
				before = jsontree.NewArray()
				last.node.Set("previous", before)
			}
			before.Items = append(before.Items, result)
			r.issue("informational", s.at, message.TakenAsEarlier)
			continue
		}
		if then := s.when; !then.moment.IsZero() && r.exam.moment.Sub(then.moment) > day {
			r.issue("informational", s.at, message.SampleOlder.With("then", then.written, "now", r.exam.written))
		}
		list.Items = append(list.Items, s.node)
		r.out.sent = append(r.out.sent, s.sent)
	}
	return list
}

// day is how far apart results of one examination may lie.
const day = 24 * time.Hour
