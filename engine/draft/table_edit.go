package draft

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/workbook"
)

// A TableEdit is one decision table of a draft while somebody edits its cells. What
// the edit began with goes along, so that only cells that were changed are
// written.
type TableEdit struct {
	Version   string
	File      string
	Number    int // of the table in its file
	Began     Rows
	Rows      []Row
	Faults    problem.List // of no cell
	Elsewhere problem.List // of other tables and files
	State     State
	Stale     []StaleBound
	Constants map[string]*ruleset.Constant // of the version, by name

	moves []move
	along map[string][]byte // other files that are written with the table
}

// A State says what became of an edit.
type State string

// States of an edit; it is none of them while people type.
const (
	Saved    State = "saved"
	Conflict State = "conflict" // somebody else saved the table meanwhile
	Refused  State = "refused"
)

// MostRows that an edited table may have; the largest has a few dozen.
const MostRows = 500

// Rows are a table as an edit begins with it.
type Rows struct {
	Indicator, For, Source string
	Rows                   [][]string // by workbook.RowKeys()
}

func rowsOf(t workbook.TableCells) Rows {
	r := Rows{Indicator: t.Indicator, For: t.For, Source: t.Source}
	for _, row := range t.Rows {
		r.Rows = append(r.Rows, row.Cells)
	}
	return r
}

func (r Rows) equal(o Rows) bool { return slices.EqualFunc(r.Rows, o.Rows, slices.Equal) }

// Kept is the text that ReadRows reads.
func (r Rows) Kept() string {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // texts only
	}
	return string(data)
}

// ReadRows reads what Kept wrote. Its error tells that the text was not written by
// it.
func ReadRows(text string) (Rows, error) {
	var r Rows
	err := json.Unmarshal([]byte(text), &r)
	for _, cells := range r.Rows {
		if len(cells) != len(workbook.RowKeys()) {
			err = errors.Join(err, errors.New("a row lacks cells"))
		}
	}
	return r, err
}

// ReadTable reads a table of a draft's file as somebody has edited it: what Kept
// wrote when that began, the IDs of its rows, and the texts of their cells. Its
// error tells that this is no such table.
func ReadTable(version, file, kept string, ids []string, cell func(id, key string) string) (*TableEdit, error) {
	began, err := ReadRows(kept)
	if len(ids) > MostRows {
		err = errors.Join(err, errors.New("too many rows"))
	}
	t := &TableEdit{Version: version, File: file, Began: began}
	for _, id := range ids {
		digits, isNew := strings.CutPrefix(id, "n")
		if number, notNumber := strconv.Atoi(digits); notNumber != nil || number < 0 || !isNew && number >= len(began.Rows) {
			return nil, errors.New("no such row")
		}
		var cells []string
		for _, key := range workbook.RowKeys() {
			cells = append(cells, strings.ReplaceAll(cell(id, key), "\r\n", "\n"))
		}
		t.Rows = append(t.Rows, NewRow(id, cells))
	}
	return t, err
}

// A Row is one row of an edited table. Its ID is its number in what the edit
// began with; n and a number when it is new.
type Row struct {
	ID    string
	Cells map[string]*Cell
	Taken bool // somebody else took it out
}

// A Cell has what stands in it, and what is said of that.
type Cell struct {
	Value  string
	Theirs *string // what somebody else saved; nil for nothing else
	Faults problem.List
}

// NewRow returns a row with the texts of its cells, by workbook.RowKeys().
func NewRow(id string, cells []string) Row {
	r := Row{ID: id, Cells: map[string]*Cell{}}
	for i, key := range workbook.RowKeys() {
		r.Cells[key] = &Cell{Value: cells[i]}
	}
	return r
}

func (r *Row) values() []string {
	var list []string
	for _, key := range workbook.RowKeys() {
		list = append(list, r.Cells[key].Value)
	}
	return list
}

// was is the row's number in what the edit began with, workbook.New for none.
func (r *Row) was() int {
	if number, err := strconv.Atoi(r.ID); err == nil {
		return number
	}
	return workbook.New
}

// Has reports whether anything is said of a cell.
func (c *Cell) Has() bool { return len(c.Faults) > 0 || c.Theirs != nil }

// Fine reports whether nothing is said of any cell.
func (t *TableEdit) Fine() bool {
	said := func(r Row) bool {
		return slices.ContainsFunc(workbook.RowKeys(), func(key string) bool { return r.Cells[key].Has() })
	}
	return len(t.Faults)+len(t.Elsewhere) == 0 && !slices.ContainsFunc(t.Rows, said)
}

var constantName = regexp.MustCompile(`[a-z]\w*`)

// Names are the numbers that the condition of a row has by their names.
func (t *TableEdit) Names(r Row) []*ruleset.Constant {
	var list []*ruleset.Constant
	for _, n := range constantName.FindAllString(r.Cells["when"].Value, -1) {
		if c := t.Constants[n]; c != nil && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// Add puts an empty row behind another and returns its ID.
func (t *TableEdit) Add(at int) (id string) {
	for n := 0; ; n++ {
		id = "n" + strconv.Itoa(n)
		if !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.ID == id }) {
			break
		}
	}
	r := NewRow(id, make([]string, len(workbook.RowKeys())))
	r.Cells["level"].Value = t.Rows[at].Cells["level"].Value
	t.Rows = slices.Insert(t.Rows, at+1, r)
	return id
}

// Begin reads the table of a draft that begins at a line of a file; nil where none
// does, because somebody saved the file since. set is that of the draft.
func (b *Book) Begin(version, file string, line int, set *ruleset.Set) *TableEdit {
	data, err := fs.ReadFile(b.Files, file)
	if err != nil {
		return nil
	}
	tables, err := workbook.Tables(data)
	n := slices.IndexFunc(tables, func(t workbook.TableCells) bool { return t.Line == line })
	if err != nil || n < 0 {
		return nil
	}
	t := &TableEdit{Version: version, File: file, Number: n, Constants: set.Constants}
	t.begin(tables[n])
	b.findStale(t, set, line)
	return t
}

func (t *TableEdit) begin(table workbook.TableCells) {
	t.Began, t.Rows = rowsOf(table), nil
	for i, cells := range t.Began.Rows {
		t.Rows = append(t.Rows, NewRow(strconv.Itoa(i), cells))
	}
}

// ErrGone means that the table is no longer in its file.
var ErrGone = errors.New("the table is gone")

// current reads the table as it is saved now; the error may be ErrGone.
func (b *Book) current(t *TableEdit) ([]byte, workbook.TableCells, error) {
	data, err := fs.ReadFile(b.Files, t.File)
	if err != nil {
		return nil, workbook.TableCells{}, err
	}
	tables, err := workbook.Tables(data)
	is := func(o workbook.TableCells) bool { return o.Indicator == t.Began.Indicator && o.For == t.Began.For }
	if t.Number = slices.IndexFunc(tables, is); err != nil || t.Number < 0 {
		return nil, workbook.TableCells{}, ErrGone
	}
	return data, tables[t.Number], nil
}

// Prove works out what the table's file would be, and notes beside the cells what
// speaks against it. Where somebody else saved the table meanwhile, the edit is
// merged with theirs. The error may be ErrGone.
func (b *Book) Prove(ctx context.Context, t *TableEdit) error {
	_, _, _, err := b.prove(ctx, t)
	return err
}

// prove returns the file as it is and as it would be, nil where it cannot be;
// sound reports whether the rows of the table would be in order.
func (b *Book) prove(ctx context.Context, t *TableEdit) (data, after []byte, sound bool, err error) {
	data, table, err := b.current(t)
	if err != nil {
		return nil, nil, false, err
	}
	if now := rowsOf(table); !t.Began.equal(now) {
		t.merge(now)
		return data, nil, false, nil
	}
	rows := make([]workbook.Row, len(t.Rows))
	for i := range t.Rows {
		rows[i] = workbook.Row{Was: t.Rows[i].was(), Cells: t.Rows[i].values()}
	}
	if saved, _ := b.Set(ctx, Version{Name: t.Version, Draft: true}); saved != nil {
		b.findStale(t, saved, table.Line)
	}
	after, refused := workbook.Rewrite(data, t.Number, rows)
	for _, r := range refused {
		to := &t.Faults
		if r.Key != "" && r.Row < len(t.Rows) {
			to = &t.Rows[r.Row].Cells[r.Key].Faults
		}
		to.Add(r.Why)
	}
	if len(refused) > 0 {
		return data, nil, false, nil
	}
	return data, after, b.judge(ctx, t, after), nil
}

// judge notes beside the cells what a review says of them, and reports whether
// no error is among it.
func (b *Book) judge(ctx context.Context, t *TableEdit, after []byte) bool {
	tables, err := workbook.Tables(after)
	if err != nil {
		return false // Rewrite has read it
	}
	own, next := tables[t.Number], 0
	if t.Number+1 < len(tables) {
		next = tables[t.Number+1].Line
	}
	files := map[string][]byte{t.File: after}
	maps.Copy(files, t.along)
	said := b.Judge(ctx, t.Version, t.File, files)
	t.Elsewhere = said.Elsewhere
	sound := true
	for _, p := range said.Here {
		if p.Line < own.Line || next > 0 && p.Line >= next {
			if p.Severity == problem.Error {
				t.Elsewhere.Add(p)
			}
			continue
		}
		sound = sound && p.Severity != problem.Error
		k := 0
		for k+1 < len(own.Rows) && own.Rows[k+1].Line <= p.Line {
			k++
		}
		to := &t.Faults
		if len(own.Rows) > 0 && p.Line >= own.Rows[0].Line && len(own.Rows) == len(t.Rows) {
			to = &t.Rows[k].Cells[own.Rows[k].Key(p.Place)].Faults
		}
		to.Add(p)
	}
	return sound
}

// Save writes the cells for somebody into the table's file, unless somebody else has changed
// the table or it would not be in order: State tells. written is called for each
// file. Nobody else may edit meanwhile. The error may be ErrGone.
func (b *Book) Save(ctx context.Context, t *TableEdit, by string, written func(file string)) error {
	if len(t.Faults) > 0 { // a named number cannot be written along
		t.State = Refused
		return nil
	}
	data, after, sound, err := b.prove(ctx, t)
	if err != nil || t.State == Conflict {
		return err
	}
	if after == nil || !sound || len(t.along) > 0 && len(t.Elsewhere.Of(problem.Error)) > 0 {
		t.State = Refused
		return nil
	}
	files := maps.Clone(t.along)
	if string(after) != string(data) {
		if files == nil {
			files = map[string][]byte{}
		}
		files[t.File] = after
	}
	// The named numbers first: the table may need them.
	for _, name := range slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		if (a == t.File) != (b == t.File) {
			return map[bool]int{true: 1, false: -1}[a == t.File]
		}
		return strings.Compare(a, b)
	}) {
		if err := b.Write(t.Version, by, name, files[name]); err != nil {
			return err
		}
		written(name)
	}
	t.State = Saved
	return nil
}

// Reopen begins the edit anew from what is saved. set is that of the draft, nil
// while it is faulty.
func (b *Book) Reopen(ctx context.Context, t *TableEdit) (set *ruleset.Set, err error) {
	data, table, err := b.current(t)
	if err != nil {
		return nil, err
	}
	t.begin(table)
	b.judge(ctx, t, data)
	if set, _ = b.Set(ctx, Version{Name: t.Version, Draft: true}); set != nil {
		t.Constants = set.Constants
		b.findStale(t, set, table.Line)
	}
	return set, nil
}
