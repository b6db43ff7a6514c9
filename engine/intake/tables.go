package intake

import (
	"slices"

	"tijian/engine/filelimits"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// persons are those of the rows that are read, until they are finished.
type persons struct {
	by    map[string]*builder   // by identifier, of long tables with the day
	first map[string]line       // of other tables, where an identifier stood last
	names map[string][]*builder // by what a further sheet may call them
	order []*builder
	said  statements
	each  func(Request)
	count int
}

// add takes somebody in.
func (p *persons) add(b *builder) {
	p.order = append(p.order, b)
	p.count++
	p.names[b.user] = append(p.names[b.user], b)
	if b.name != b.user {
		p.names[b.name] = append(p.names[b.name], b)
	}
}

// end finishes the persons so far: no row that is still to be read is of them.
func (p *persons) end() {
	p.said.refuse()
	for _, b := range p.order {
		if of := b.register; of != nil && len(b.samples) == 0 {
			of.without++
			continue
		}
		b.together()
		p.each(b.finish())
	}
	p.order = p.order[:0]
	clear(p.said)
	clear(p.by)
	clear(p.names)
}

// Tables makes requests of the tables of one file, as tables does, all at once.
func Tables(sheets []Sheet, o Options) (requests []Request, about []Issue, missing []string, wrong *Issue) {
	about, missing, wrong = tables(sheets, o, func(r Request) { requests = append(requests, r) })
	if wrong != nil {
		requests = nil
	}
	return requests, about, missing, wrong
}

// tables makes requests of the tables of one file: one row a person with a column
// for each indicator, or one row a result. A sheet that is no table is not read, and
// named; wrong is what makes all of them unreadable, whoever was told before. missing
// are the fields of the health background that they have no columns for.
func tables(sheets []Sheet, o Options, each func(Request)) (about []Issue, missing []string, wrong *Issue) {
	o.counted = new(int)
	var read, rest []*table // rest are without persons of their own
	var unread []Issue
	for i := range sheets {
		sheets[i].plain()
		t := &table{Options: o, Sheet: &sheets[i], several: len(sheets) > 1, cells: map[string]int{}}
		if t.begins() {
			read = append(read, t)
		} else {
			rest = append(rest, t)
		}
	}
	if len(read) == 0 && slices.ContainsFunc(rest, func(t *table) bool { return t.nobody > 0 }) {
		var others []*table
		for _, t := range rest {
			if t.several && t.beginsRegister() {
				read = append(read, t)
			} else {
				others = append(others, t)
			}
		}
		rest = others
	}
	for _, t := range read {
		for _, field := range wire.Backgrounds() {
			if !slices.Contains(missing, field) && !t.hasColumn("health_background."+field) {
				missing = append(missing, field)
			}
		}
	}
	more := len(read) > 0 // persons whom others may speak of
	for _, t := range rest {
		if t.more = more; t.begins() {
			read = append(read, t)
		} else {
			unread = append(unread, t.headless())
		}
	}
	switch {
	case len(sheets) == 0:
		return nil, nil, &Issue{Place: theFile, Reason: message.NoHeader, Unread: true}
	case len(read) == 0:
		return unread[1:], nil, &unread[0]
	}
	all := persons{by: map[string]*builder{}, first: map[string]line{}, names: map[string][]*builder{}, said: statements{}, each: each}
	cells := 0 // of those who are not finished
	for l, begins := range lines(read) {
		if begins {
			all.end()
			cells = 0
		}
		l.person(&all, l.Rows[l.number], l.number+1)
		cells += len(l.Rows[l.number])
		if err := filelimits.Told(all.count, *o.counted, cells); err != nil {
			return nil, nil, &Issue{Place: theFile, Reason: message.Of(err)}
		}
	}
	all.end()
	for _, t := range read {
		t.sayCells(t.first)
		about = append(about, t.issues...)
	}
	return append(about, unread...), missing, nil
}
