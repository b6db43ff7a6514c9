package dictionary

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// A mapping has what the codes of a site mean, by system and code; the system "" is
// any.
type mapping map[[2]string]mapped

type mapped struct {
	indicator *Indicator
	unit      string // of numbers that come without one; "" for the standard unit
	at        problem.Place
}

// mappingColumns are those of a mapping file, in this order.
var mappingColumns = []string{"system", "code", "indicator", "unit"}

// Mapped returns the dictionary with the codes of a site: a CSV file with the columns
// system, code, indicator and unit. A system is what HL7 says in OBX-3.3 and FHIR in
// coding.system, blank for any (and for the titles of tables); an indicator is named as
// the dictionary does, in any of its names. Further columns are for people, and so are lines without an
// indicator. With any fault the dictionary is nil.
func (d *Dictionary) Mapped(file string, data []byte) (*Dictionary, problem.List) {
	var list problem.List
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) {
		list.Add(message.MappingEncoding.At(problem.Place{File: file}))
		return nil, list
	}
	m, r := mapping{}, csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	for first := true; ; first = false {
		row, err := r.Read()
		if errors.Is(err, io.EOF) && !first {
			break
		}
		if err != nil {
			at := problem.Place{File: file}
			if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
				at.Line, at.Column, err = wrong.Line, wrong.Column, wrong.Err
			}
			list.Add(message.MappingUnread.At(at, "reason", err))
			return nil, list
		}
		place := func(column int) problem.Place {
			line, at := r.FieldPos(min(column, len(row)-1))
			return problem.Place{File: file, Line: line, Column: at}
		}
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		switch {
		case first && (len(row) < len(mappingColumns) || !slices.Equal(row[:len(mappingColumns)], mappingColumns)):
			list.Add(message.MappingHeader.At(place(0), "columns", strings.Join(mappingColumns, ",")))
			return nil, list
		case first:
		case len(row) < len(mappingColumns):
			list.Add(message.MappingFields.At(place(0), "count", len(row), "want", len(mappingColumns)))
		default:
			m.add(d, row, place, &list)
		}
	}
	if len(list) > 0 {
		return nil, list
	}
	with := *d
	with.mapping = m
	return &with, nil
}

// add adds a row, or says what is wrong with it.
func (m mapping) add(d *Dictionary, row []string, place func(column int) problem.Place, list *problem.List) {
	system, code, name, unit := row[0], row[1], row[2], row[3]
	if name == "" {
		return // not filled in yet
	}
	if code == "" {
		list.Add(message.MappingNoCode.At(place(1)))
		return
	}
	i, ok := d.Lookup(name)
	if !ok {
		i, ok = d.Named(name, unit)
	}
	if !ok {
		list.Add(message.MappingIndicator.At(place(2), "name", name))
		return
	}
	if unit != "" {
		if _, ok := i.ToStandard(0, unit); !ok {
			canonical, ucum := i.FromUCUM(unit)
			if !ucum {
				list.Add(message.MappingUnit.At(place(3), "name", i.Called(), "unit", unit, "known", strings.Join(i.KnownUnits(), ", ")))
				return
			}
			unit = canonical
		}
	}
	key := [2]string{Fold(system), code}
	if before, twice := m[key]; twice && (before.indicator != i || before.unit != unit) {
		list.Add(message.MappingTwice.At(place(1), "code", code, "line", before.at.Line))
		return
	}
	m[key] = mapped{i, unit, place(1)}
}

// OfSite returns the indicator that a code of the site stands for, and the unit of
// numbers that come without one.
func (d *Dictionary) OfSite(system, code string) (i *Indicator, unit string, ok bool) {
	if len(d.mapping) == 0 || code == "" {
		return nil, "", false
	}
	found, ok := d.mapping[[2]string{Fold(system), code}]
	if !ok {
		found, ok = d.mapping[[2]string{"", code}]
	}
	return found.indicator, found.unit, ok
}

// A Missing is a code that nothing is known of.
type Missing struct{ System, Code, Text string }

// Noting returns the dictionary with a list of what it is asked for in vain; count is
// how often.
func (d *Dictionary) Noting() (with *Dictionary, count map[Missing]int) {
	noting := *d
	noting.missing = map[Missing]int{}
	return &noting, noting.missing
}

// Miss notes a code that is not known, where somebody wants to know (Noting).
func (d *Dictionary) Miss(system, code, text string) {
	if d.missing != nil {
		d.missing[Missing{system, code, text}]++
	}
}
