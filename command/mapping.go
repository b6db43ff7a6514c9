package command

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/engine/filelimits"
	"tijian/engine/intake"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/tabular"
)

// Mapping helps with the codes of a site's own (TIJIAN_MAPPING).
type Mapping struct {
	Report mappingReport `cmd:"" help:"列出文件里不认识的项目，次数多的在前；填上 indicator 和 unit 就是 TIJIAN_MAPPING 的文件" en:"List the items of files that are not known, the most frequent first; with indicator and unit filled in it is a file for TIJIAN_MAPPING."`
}

type mappingReport struct {
	local
	intakeFlags
	Paths []string `arg:"" name:"file" help:"HL7 v2 消息、FHIR 的 Bundle（.json）、表格（.csv、.tsv、.xlsx、.xls、.ods）" en:"Messages of HL7 v2, Bundles of FHIR (.json), tables (.csv, .tsv, .xlsx, .xls, .ods)."`
}

// Run prints a table of what is not known, with two more columns: the text that came
// with a code, and how often it came.
func (c *mappingReport) Run(s Streams) error {
	_, o, err := c.read(s, c.Files)
	if err != nil {
		return err
	}
	var missing map[dictionary.Missing]int
	o.Dictionary, missing = o.Dictionary.Noting()
	for _, name := range c.Paths {
		data, err := filelimits.ReadFile(name)
		if err != nil {
			return err
		}
		if err := readFor(strings.ToLower(filepath.Ext(name)), data, o, s.Lang); err != nil {
			return message.Placed.Err("place", message.Plain(name), "reason", err)
		}
	}
	rows := [][]string{{"system", "code", "indicator", "unit", "text", "times"}}
	for _, m := range slices.SortedFunc(maps.Keys(missing), func(a, b dictionary.Missing) int {
		return cmp.Or(missing[b]-missing[a], cmp.Compare(a.System, b.System), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Text, b.Text))
	}) {
		rows = append(rows, []string{m.System, m.Code, "", "", m.Text, strconv.Itoa(missing[m])})
	}
	return tabular.Write(s.Out, rows)
}

// readFor reads a file for what of it is not known.
func readFor(kind string, data []byte, o intake.Options, lang string) error {
	var wrong *intake.Issue
	switch kind {
	case ".json":
		tree, err := jsontree.Parse(data)
		if err == nil {
			_, err = fhir.Read(tree, o.Dictionary, o.Now, lang)
		}
		return err
	case ".xlsx", ".csv", ".tsv", ".txt", ".xls", ".ods":
		sheets, _, err := intake.Read(data)
		if err != nil {
			return err
		}
		_, _, _, wrong = intake.Tables(sheets, o)
	default:
		_, _, wrong = intake.HL7(data, o)
	}
	if wrong != nil {
		return wrong.Reason.Err()
	}
	return nil
}
