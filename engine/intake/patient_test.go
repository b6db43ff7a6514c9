package intake

import (
	"strings"
	"testing"

	"tijian/engine/jsontree"
	"tijian/engine/problem"
)

// What is not of a patient becomes none: training, debugging, the laboratory's own
// controls. What is left of a file is used.
func TestOnlyPatientsArePersons(t *testing.T) {
	sent := func(id string) string { return strings.Replace(msh, "|P|", "|"+id+"|", 1) }
	qc := strings.Replace(pid, "A-17", "LOT-1", 1)
	k := `OBX|1|NM|K^钾||4.1|mmol/L`
	oul := strings.Replace(msh, "ORU^R01", "OUL^R22", 1)
	for name, c := range map[string]struct {
		data   string
		parts  []string
		issues []string
		wrong  string
	}{
		"production":           {hl7(msh, pid, obr, k), []string{`"value":4.1`}, nil, ""},
		"its mode":             {hl7(sent("p^T"), pid, obr, k), []string{`"value":4.1`}, nil, ""},
		"unsaid":               {hl7(sent(""), pid, obr, k), []string{`"value":4.1`}, nil, ""},
		"training":             {hl7(sent("T"), pid, obr, k), nil, nil, "第 1 段 MSH-11：没有使用：这条消息不是正式的结果（MSH-11 应是 P，这里是 T）"},
		"debugging":            {hl7(sent("D"), pid, obr, k, msh, pid, obr, k), []string{`"value":4.1`}, []string{"第 1 段 MSH-11：没有使用：这条消息不是正式的结果（MSH-11 应是 P，这里是 D）"}, ""},
		"of an analyser":       {hl7(sent("Q"), qc, obr, k), nil, nil, "这里是 Q"},
		"a control":            {hl7(msh, qc, obr, k, `SPM|1|||SER^血清|||||||Q^质控`), nil, nil, "第 5 段 SPM-11：没有使用：标本不是受检者的（用途应是 P，这里是 Q）"},
		"a calibrator in OBR":  {hl7(msh, qc, `OBR|1|||X^生化|||20261120083000||||||||SER^^^^^^C`, k), nil, nil, "第 3 段 OBR-15：没有使用：标本不是受检者的（用途应是 P，这里是 C）"},
		"a patient's":          {hl7(msh, pid, obr, k, `SPM|1|||SER^血清|||||||P^受检者`), []string{`"value":4.1`}, nil, ""},
		"a control above":      {hl7(oul, pid, `SPM|1|||SER^血清|||||||Q`, obr, `OBX|1|NM|K^钾||9.1|mmol/L`, `SPM|2|||SER^血清|||||||P`, `OBR|2|||Y^生化|||20261120083000`, k), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 3 段 SPM-11：没有使用"}, ""},
		"a control below":      {hl7(strings.Replace(oul, "R22", "R24", 1), pid, obr, `SPM|1|||SER^血清|||||||Q`, `OBX|1|NM|K^钾||9.1|mmol/L`, `OBR|2|||Y^生化|||20261120083000`, `SPM|2|||SER^血清|||||||P`, k), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 4 段 SPM-11：没有使用"}, ""},
		"a failed control":     {hl7(msh, pid, obr, `OBX|1|NM|K^钾||9.1|mmol/L||H~QCF|||F`), []string{`"samples":[]`}, []string{"第 4 段 OBX-8：没有使用：质控没有通过"}, ""},
		"a control before":     {hl7(oul, `SPM|1|||SER^血清|||||||Q`, `OBR|1|||QC^质控`, `OBX|1|NM|K^钾||9.1|mmol/L`, pid, `SPM|2|||SER^血清|||||||P`, `OBR|2|||Y^生化|||20261120083000`, k), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 2 段 SPM-11：没有使用"}, ""},
		"a control alone":      {hl7(oul, `SPM|1|||SER^血清|||||||C`, `OBR|1|||QC^定标`, k), nil, nil, "第 2 段 SPM-11：没有使用：标本不是受检者的（用途应是 P，这里是 C）"},
		"a control, nobody":    {hl7(oul, `SPM|1|||SER^血清|||||||Q`, `OBR|1|||QC^质控`, k, `SPM|2|||SER^血清|||||||P`, `OBR|2|||Y^生化|||20261120083000`, k), nil, nil, "第 2 段 SPM-11：没有使用"},
		"of a patient as well": {hl7(msh, pid, obr, k, `OBR|2|||QC^质控|||20261120083000||||||||SER^^^^^^Q`, `OBX|1|NM|K^钾||9.1|mmol/L`), []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 5 段 OBR-15：没有使用"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			requests, about, wrong := HL7([]byte(c.data), options(t))
			if c.wrong != "" {
				if wrong == nil || !strings.Contains(wrong.In(problem.Chinese), c.wrong) {
					t.Errorf("%v, want %s", wrong, c.wrong)
				}
				return
			}
			if wrong != nil {
				t.Fatal(wrong.In(problem.Chinese))
			}
			compare(t, append(requests, Request{tree: jsontree.NewObject(), Issues: about}), c.parts, c.issues)
		})
	}
}

// A message that has no time that can be read has none: nobody knows when the
// examination was.
func TestNoTimeIsNotToday(t *testing.T) {
	untimed := strings.Replace(msh, "|20261120093000|", "||", 1)
	for name, data := range map[string]string{
		"none":       hl7(untimed, pid, `OBR|1|||X^生化`, `OBX|1|NM|K^钾||4.1|mmol/L`),
		"unreadable": hl7(strings.Replace(msh, "|20261120093000|", "|today|", 1), pid, `OBX|1|NM|K^钾||4.1|mmol/L`),
	} {
		t.Run(name, func(t *testing.T) {
			requests, _, wrong := HL7([]byte(data), options(t))
			if wrong != nil {
				t.Fatal(wrong.In(problem.Chinese))
			}
			if at := requests[0].Tree().Get("datetime"); at != nil {
				t.Errorf("%s", at.Append(nil))
			}
		})
	}
}

// What is examined after a death is nobody's; what is only sent or reported later is.
func TestExaminedBeforeDeath(t *testing.T) {
	died := pid + strings.Repeat("|", 21) + "20261118"
	k := `OBX|1|NM|K^钾||4.1|mmol/L`
	for name, c := range map[string]struct {
		order string
		taken bool
	}{
		"taken after it":  {obr, false},
		"taken before it": {`OBR|1|||X^生化|||20261117083000`, true},
		"sent after it":   {`OBR|1|||X^生化`, true},
		"reported after":  {`OBR|1|||X^生化||||||||||||||||||20261119083000`, true},
	} {
		t.Run(name, func(t *testing.T) {
			requests, _, wrong := HL7([]byte(hl7(msh, died, c.order, k)), options(t))
			if wrong != nil {
				t.Fatal(wrong.In(problem.Chinese))
			}
			if at := requests[0].Tree().Get("datetime"); (at.Kind == jsontree.String) != c.taken {
				t.Errorf("%s", at.Append(nil))
			}
		})
	}
}
