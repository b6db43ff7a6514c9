package dictionary

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
	"tijian/engine/units"
)

// Load reads the tree whose root holds units.yaml, grades.yaml and
// indicators/. With any problem the dictionary is nil; the list is sorted.
func Load(fsys fs.FS) (*Dictionary, problem.List) {
	l := &loader{fsys: fsys, hash: sha256.New(), d: &Dictionary{byName: map[string]*Indicator{}}}
	l.units()
	l.grades()
	l.indicators()
	l.collisions()
	if len(l.list) > 0 {
		l.list.Sort()
		return nil, l.list
	}
	l.d.hash = hex.EncodeToString(l.hash.Sum(nil))
	slices.SortFunc(l.d.all, func(a, b *Indicator) int { return cmp.Compare(a.Name, b.Name) })
	return l.d, nil
}

type loader struct {
	fsys fs.FS
	d    *Dictionary
	hash hash.Hash
	list problem.List
}

func (l *loader) fault(at problem.Place, code, zh, en, mendZH, mendEN string) {
	l.list.Add(problem.Problem{Place: at, Code: code, ZH: zh, EN: en, MendZH: mendZH, MendEN: mendEN})
}

func (l *loader) read(name string, into any) {
	data, err := fs.ReadFile(l.fsys, name)
	if err != nil {
		l.fault(problem.Place{File: name}, "unreadable", "读不到文件："+err.Error(), "cannot read the file: "+err.Error(), "", "")
		return
	}
	fmt.Fprintf(l.hash, "%s %d\n", name, len(data))
	l.hash.Write(data)
	if f := strictyaml.Parse(name, data, &l.list); f != nil {
		f.Decode(into, &l.list)
	}
}

func (l *loader) units() {
	var entries strictyaml.Entries[[]strictyaml.Text]
	l.read("units.yaml", &entries)
	spellings, at := map[string][]string{}, map[string]problem.Place{}
	for _, e := range entries {
		list := []string{}
		at[e.Key.Value] = e.Key.At
		for _, s := range e.Value {
			list = append(list, s.Value)
			at[s.Value] = s.At
		}
		spellings[e.Key.Value] = list
	}
	table, conflicts := units.New(spellings)
	for _, c := range conflicts {
		l.fault(at[c.Spelling], "duplicate-unit",
			fmt.Sprintf("单位写法“%s”同时属于 %s 和 %s", c.Spelling, c.First, c.Second),
			fmt.Sprintf("the spelling %q belongs to both %s and %s", c.Spelling, c.First, c.Second),
			"只保留一处", "Keep it in one place")
	}
	l.d.units = table
}

type grade struct {
	Value   float64           `yaml:"value"`
	Display strictyaml.Text   `yaml:"display,required"`
	Words   []strictyaml.Text `yaml:"words,required"`
	At      problem.Place
}

func (l *loader) grades() {
	var grades []grade
	l.read("grades.yaml", &grades)
	g := &Grades{values: map[string]float64{}, display: map[float64]string{}}
	for _, entry := range grades {
		if old, taken := g.display[entry.Value]; taken {
			l.fault(entry.At, "duplicate-grade", fmt.Sprintf("等级 %v 已经定义为“%s”", entry.Value, old), fmt.Sprintf("grade %v is already %q", entry.Value, old), "合并成一项", "Merge the two")
			continue
		}
		g.display[entry.Value] = entry.Display.Value
		for _, word := range append([]strictyaml.Text{entry.Display}, entry.Words...) {
			k := gradeKey(word.Value)
			if v, taken := g.values[k]; taken {
				if v != entry.Value {
					l.fault(word.At, "duplicate-word", fmt.Sprintf("“%s”已经表示等级 %v", word.Value, v), fmt.Sprintf("%q already means grade %v", word.Value, v), "只保留一处", "Keep it in one place")
				}
				continue
			}
			g.values[k] = entry.Value
			g.words = append(g.words, word.Value)
		}
	}
	slices.SortStableFunc(g.words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	l.d.grades = g
}

func (l *loader) indicators() {
	files, err := fs.Glob(l.fsys, "indicators/*.yaml")
	if err != nil || len(files) == 0 {
		l.fault(problem.Place{File: "indicators"}, "unreadable", "indicators 下没有 .yaml 文件", "there is no .yaml file in indicators", "", "")
	}
	for _, file := range files {
		var list []*Indicator
		l.read(file, &list)
		for _, i := range list {
			if i != nil && i.Name != "" {
				l.indicator(i)
			}
		}
	}
}

var (
	identifier = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	specimens  = []string{"blood", "urine", "stool", "body", "breath", "other"}
	loinc      = regexp.MustCompile(`^\d{1,7}-\d$`)
)

func (l *loader) indicator(i *Indicator) {
	if before, taken := l.d.byName[i.Name]; taken {
		l.fault(i.At, "duplicate-indicator", "指标“"+i.Name+"”已在 "+before.At.String()+" 定义", "indicator "+i.Name+" is already defined at "+before.At.String(), "删去其中一个", "Remove one of them")
		return
	}
	l.d.byName[i.Name] = i
	l.d.all = append(l.d.all, i)
	i.table = l.d.units
	if !identifier.MatchString(i.Name) {
		l.fault(i.At, "indicator-name", "指标名“"+i.Name+"”只能用小写字母、数字和下划线，以字母开头", "an indicator name has lower-case letters, digits and underscores only", "", "")
	}
	if !slices.Contains(specimens, i.Specimen) {
		l.choice(i, "specimen", i.Specimen, specimens)
	}
	if i.Kind != Quantitative && i.Kind != Qualitative {
		l.choice(i, "kind", string(i.Kind), []string{string(Quantitative), string(Qualitative)})
	}
	if i.LOINC != "" && (!loinc.MatchString(i.LOINC) || !checkDigit(i.LOINC)) {
		l.fault(i.At, "loinc", i.Name+"：LOINC 编码“"+i.LOINC+"”的校验位不对", i.Name+": the check digit of LOINC "+i.LOINC+" is wrong", "核对编码，不确定就删去", "Look the code up, or remove it")
	}
	if !(i.Plausible[0] < i.Plausible[1]) {
		l.fault(i.At, "plausible", fmt.Sprintf("%s：plausible 的下限 %v 应小于上限 %v", i.Name, i.Plausible[0], i.Plausible[1]), fmt.Sprintf("%s: the lower plausible limit %v must be below the upper %v", i.Name, i.Plausible[0], i.Plausible[1]), "", "")
	}
	if i.Decimals < 0 || i.Decimals > 6 {
		l.fault(i.At, "decimals", fmt.Sprintf("%s：decimals 应在 0 到 6 之间", i.Name), i.Name+": decimals must be 0 to 6", "", "")
	}
	l.conversions(i)
}

func (l *loader) choice(i *Indicator, key, value string, allowed []string) {
	l.fault(i.At, "choice", fmt.Sprintf("%s：%s 不能是“%s”", i.Name, key, value), fmt.Sprintf("%s: %s cannot be %q", i.Name, key, value), "可用："+strings.Join(allowed, "、"), "Allowed: "+strings.Join(allowed, ", "))
}

func (l *loader) conversions(i *Indicator) {
	i.conversions = map[string]conversion{}
	known := func(unit string) {
		if canonical, ok := l.d.units.Canonical(unit); !ok || canonical != unit {
			mendZH, mendEN := "在 units.yaml 中加上 "+unit+": []", "Add it to units.yaml"
			if ok {
				mendZH, mendEN = "写成 "+canonical, "Write "+canonical
			} else if near := problem.Nearest(unit, l.d.units.Names()); near != "" {
				mendZH, mendEN = "是否想写 "+near+"？否则"+mendZH, "Did you mean "+near+"? Otherwise add it to units.yaml"
			}
			l.fault(i.At, "unknown-unit", i.Name+"：units.yaml 中没有单位“"+unit+"”", i.Name+": units.yaml has no unit "+unit, mendZH, mendEN)
		}
	}
	if i.Unit != "" {
		known(i.Unit)
		i.conversions[i.Unit] = conversion{factor: 1}
	}
	for _, u := range i.Units {
		known(u.Unit)
		if _, taken := i.conversions[u.Unit]; taken {
			l.fault(i.At, "duplicate-unit", i.Name+"：单位 "+u.Unit+" 写了两次", i.Name+": the unit "+u.Unit+" is given twice", "删去其中一个", "Remove one of them")
		}
		if !(u.Factor > 0) {
			l.fault(i.At, "factor", fmt.Sprintf("%s：单位 %s 的 factor 应大于 0", i.Name, u.Unit), fmt.Sprintf("%s: the factor of %s must be above 0", i.Name, u.Unit), "", "")
		}
		i.conversions[u.Unit] = conversion{u.Factor, u.Offset}
	}
}

// collisions refuses a printed name of two indicators that neither specimen
// nor standard unit can tell apart.
func (l *loader) collisions() {
	owners := map[string][]*Indicator{}
	for _, i := range l.d.all {
		own := map[string]bool{}
		for _, name := range append(slices.Clone(i.Aliases), i.Abbreviations...) {
			if strings.TrimSpace(name) == "" {
				l.fault(i.At, "empty", i.Name+"：别名不能为空", i.Name+": an alias is empty", "删去它", "Remove it")
				continue
			}
			if own[name] {
				l.fault(i.At, "duplicate-alias", i.Name+"：别名“"+name+"”写了两次", i.Name+": the alias "+name+" is given twice", "删去其中一个", "Remove one of them")
				continue
			}
			own[name] = true
			for _, other := range owners[name] {
				if other.Specimen == i.Specimen && other.Unit == i.Unit {
					l.fault(i.At, "duplicate-alias", i.Name+"：别名“"+name+"”也属于 "+other.Name+"，标本和单位都相同，无法区分", i.Name+": the alias "+name+" belongs to "+other.Name+" too, and neither specimen nor unit tells them apart", "只留给其中一个指标", "Leave it to one of them")
				}
			}
			owners[name] = append(owners[name], i)
		}
	}
}

// checkDigit verifies the mod-10 (Luhn) check digit of a LOINC code.
func checkDigit(code string) bool {
	body, check, _ := strings.Cut(code, "-")
	sum := 0
	for k := range len(body) {
		digit := int(body[len(body)-1-k] - '0')
		if k%2 == 0 {
			if digit *= 2; digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return check == fmt.Sprint((10-sum%10)%10)
}
