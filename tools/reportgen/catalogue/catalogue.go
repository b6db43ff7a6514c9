// Package catalogue is what report pages are made of: printed names, reference
// intervals, panels and the printing habits of fictional hospitals, all in YAML.
package catalogue

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"slices"
	"sync"

	"gopkg.in/yaml.v3"
)

//go:embed *.yaml
var files embed.FS

// An Interval is a reference interval in the printed unit; nil ends are open.
type Interval [2]*float64

// A Unit is a further unit in which some laboratories print an item.
type Unit struct {
	Unit     string `yaml:"unit"`
	Decimals int    `yaml:"decimals"`
}

// An Item is what a laboratory prints for one indicator.
type Item struct {
	Indicator string     `yaml:"indicator"`
	Names     []string   `yaml:"names"`
	Codes     []string   `yaml:"codes"`
	Unit      string     `yaml:"unit"`
	Decimals  int        `yaml:"decimals"`
	Interval  *Interval  `yaml:"interval"`
	Male      *Interval  `yaml:"male"`
	Female    *Interval  `yaml:"female"`
	Span      [2]float64 `yaml:"span"`
	Floor     float64    `yaml:"floor"`
	Other     []Unit     `yaml:"other"`
	Grades    []float64  `yaml:"grades"`
	Unranged  bool       `yaml:"unranged"` // interval is not printed
	Only      string     `yaml:"only"`     // male or female; "" for both
}

// For returns the reference interval for a sex.
func (i *Item) For(female bool) Interval {
	switch {
	case i.Interval != nil:
		return *i.Interval
	case female && i.Female != nil:
		return *i.Female
	case i.Male != nil:
		return *i.Male
	}
	return Interval{}
}

// A Panel is a group of items that stand together.
type Panel struct {
	ID       string    `yaml:"id"`
	Title    string    `yaml:"title"`
	Specimen string    `yaml:"specimen"`
	Short    bool      `yaml:"short"` // shortest names, no codes
	Items    []string  `yaml:"items"`
	Foreign  []Foreign `yaml:"foreign"`
}

// A Foreign line is printed among a panel's items but belongs to no indicator.
type Foreign struct {
	Name      string   `yaml:"name"`
	Code      string   `yaml:"code"`
	Unit      string   `yaml:"unit"`
	Reference string   `yaml:"reference"`
	Results   []string `yaml:"results"`
}

// A Style is how one hospital prints; see styles.yaml.
type Style struct {
	Name              string            `yaml:"name"`
	Title             string            `yaml:"title"`
	Columns           []string          `yaml:"columns"`
	Heads             map[string]string `yaml:"heads"`
	CJK               string            `yaml:"cjk"`
	Latin             string            `yaml:"latin"`
	High              string            `yaml:"high"`
	Low               string            `yaml:"low"`
	Word              string            `yaml:"word"`
	FlagAt            string            `yaml:"flag_at"`
	Range             string            `yaml:"range"`
	Below             string            `yaml:"below"`
	Above             string            `yaml:"above"`
	Negative          string            `yaml:"negative"`
	Trace             string            `yaml:"trace"`
	Positive          []string          `yaml:"positive"`
	ReferenceNegative string            `yaml:"reference_negative"`
	Spelling          int               `yaml:"spelling"`
	Red               bool              `yaml:"red"`
	NameCode          bool              `yaml:"name_code"`
	Star              string            `yaml:"star"`
}

// People are invented names and departments for the head of a page.
type People struct {
	Surnames    []string `yaml:"surnames"`
	Male        []string `yaml:"male"`
	Female      []string `yaml:"female"`
	Departments []string `yaml:"departments"`
	Diagnoses   []string `yaml:"diagnoses"`
}

// A Catalogue is everything of this package's YAML. It is not changed after
// loading.
type Catalogue struct {
	Items     map[string]*Item // by indicator
	Spellings map[string][]string
	Panels    []Panel
	Styles    []Style
	People    People
	Heads     Heads // empty but in the wide catalogue
}

// Heads are forms for a page's head and foot.
type Heads struct {
	Heads [][]string `yaml:"heads"`
	Notes []string   `yaml:"notes"`
}

// Load reads the embedded catalogue once.
var Load = sync.OnceValues(load)

func load() (*Catalogue, error) { return read("") }

// LoadWide reads the embedded catalogue once, with the further items, panels
// and styles of the wide_ files.
var LoadWide = sync.OnceValues(func() (*Catalogue, error) {
	base, err := read("")
	if err != nil {
		return nil, err
	}
	return base.with("wide_")
})

// A list is the form of an items file.
type list struct {
	Spellings map[string][]string `yaml:"spellings"`
	Items     []*Item             `yaml:"items"`
}

// with adds the files whose names begin with prefix.
func (c *Catalogue) with(prefix string) (*Catalogue, error) {
	more := &Catalogue{Items: c.Items, People: c.People}
	if err := more.fill(prefix, "heads.yaml", &more.Heads); err != nil {
		return nil, err
	}
	maps.Copy(more.Spellings, c.Spellings)
	more.Panels = slices.Concat(c.Panels, more.Panels)
	more.Styles = slices.Concat(c.Styles, more.Styles)
	return more, more.check()
}

func read(prefix string) (*Catalogue, error) {
	c := &Catalogue{Items: map[string]*Item{}}
	if err := c.fill(prefix, "people.yaml", &c.People); err != nil {
		return nil, err
	}
	return c, c.check()
}

// fill reads items, panels, styles and one file more.
func (c *Catalogue) fill(prefix, last string, into any) error {
	var items list
	for _, part := range []struct {
		file string
		into any
	}{{"items.yaml", &items}, {"panels.yaml", &c.Panels}, {"styles.yaml", &c.Styles}, {last, into}} {
		data, err := files.ReadFile(prefix + part.file)
		if err != nil {
			return err
		}
		decoder := yaml.NewDecoder(bytes.NewReader(data))
		decoder.KnownFields(true)
		if err := decoder.Decode(part.into); err != nil {
			return fmt.Errorf("catalogue/%s: %w", prefix+part.file, err)
		}
	}
	c.Spellings = items.Spellings
	for _, item := range items.Items {
		if c.Items[item.Indicator] != nil {
			return fmt.Errorf("catalogue/%sitems.yaml: %s stands twice", prefix, item.Indicator)
		}
		c.Items[item.Indicator] = item
	}
	return nil
}

func (c *Catalogue) check() error {
	for _, panel := range c.Panels {
		for _, name := range panel.Items {
			if c.Items[name] == nil {
				return fmt.Errorf("catalogue: panel %s: no item %s", panel.ID, name)
			}
		}
	}
	return nil
}

// Panel returns the panel with the given id.
func (c *Catalogue) Panel(id string) *Panel {
	i := slices.IndexFunc(c.Panels, func(p Panel) bool { return p.ID == id })
	if i < 0 {
		return nil
	}
	return &c.Panels[i]
}

// Spell returns the printed form of a unit in a style.
func (c *Catalogue) Spell(unit string, style *Style) string {
	forms := c.Spellings[unit]
	if len(forms) == 0 {
		return unit
	}
	return forms[style.Spelling%len(forms)]
}
