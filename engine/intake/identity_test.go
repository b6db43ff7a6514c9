package intake

import (
	"strconv"
	"strings"
	"testing"

	"tijian/engine/observed"
)

// checked is an identity number of seventeen digits with its check character.
func checked(digits string) string {
	for _, c := range "0123456789X" {
		if _, _, ok := observed.Identity(digits + string(c)); ok {
			return digits + string(c)
		}
	}
	return ""
}

// Of the eleven check characters one is right; a digit that is mistyped and two that
// are exchanged are found, as the standard promises.
func TestIdentity(t *testing.T) {
	for _, digits := range []string{"11010119700501001", "44030519920229002", "65010120261120999", "32050119001231123"} {
		right := checked(digits)
		born, sex, ok := observed.Identity(right)
		if !ok || strings.ReplaceAll(born, "-", "") != digits[6:14] || (sex == "male") != ((digits[16]-'0')%2 == 1) {
			t.Fatalf("%s: %s, %s, %v", right, born, sex, ok)
		}
		if _, _, ok := observed.Identity(strings.ToLower(right)); !ok {
			t.Errorf("%s in small letters", right)
		}
		for i := range 17 {
			for d := range 10 {
				if wrong := right[:i] + strconv.Itoa(d) + right[i+1:]; wrong != right {
					if _, _, ok := observed.Identity(wrong); ok {
						t.Errorf("%s is taken for %s", wrong, right)
					}
				}
			}
			if i < 16 && right[i] != right[i+1] {
				if _, _, ok := observed.Identity(right[:i] + right[i+1:i+2] + right[i:i+1] + right[i+2:]); ok {
					t.Errorf("%s with digits %d and %d exchanged", right, i, i+1)
				}
			}
		}
	}
	for _, text := range []string{"", "110101700501001", "110101197002300015", "11010119700501001", "A-17", "123456789012345678"} {
		if _, _, ok := observed.Identity(text); ok {
			t.Errorf("%q is an identity number", text)
		}
	}
}

// An identity number tells sex and date of birth where nothing else does, and leaves
// unassessed whom something tells otherwise.
func TestIdentified(t *testing.T) {
	man := checked("11010119700501001")
	person := `"profile":{"dob":"1970-05-01","gender":"male"}`
	k := `OBX|1|NM|K^钾||4.1|mmol/L|||||F`
	for name, c := range map[string]struct {
		message, want string
		issues        []string
	}{
		"alone":           {hl7(msh, `PID|1||H1^^^HIS~`+man+`^^^^NI||张三`, obr, k), person, []string{"性别由身份证号得出", "出生日期由身份证号得出"}},
		"in another":      {hl7(msh, `PID|1||H1||张三`+strings.Repeat("|", 14)+man, obr, k), person, []string{"性别由身份证号得出"}},
		"beside the same": {hl7(msh, `PID|1||`+man+`||张三||19700501|M`, obr, k), person, nil},
		"beside another":  {hl7(msh, `PID|1||`+man+`||张三||19700502|M`, obr, k), `"profile":{"dob":null,"gender":"male"}`, []string{"第 2 段 PID-3：出生日期与身份证号不一样，没有评估"}},
		"mistyped":        {hl7(msh, `PID|1||`+man[:17]+`Y||张三||19700502|F`, obr, k), `"profile":{"dob":"1970-05-02","gender":"female"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			requests, _, wrong := HL7([]byte(c.message), options(t))
			if wrong != nil {
				t.Fatal(wrong.In("zh"))
			}
			compare(t, requests, []string{c.want}, c.issues)
			for _, i := range requests[0].Issues {
				if strings.Contains(i.In("zh")+i.In("en"), man) {
					t.Errorf("the number itself is told: %s", i.In("zh"))
				}
			}
		})
	}
	for name, c := range map[string]struct{ table, want string }{
		"alone":          {"体检号,身份证号,钾(mmol/L)\n1," + man + ",4.1\n", person},
		"beside an age":  {"身份证号,性别,年龄,钾(mmol/L)\n" + man + ",男,56,4.1\n", person},
		"another's age":  {"身份证号,性别,年龄,钾(mmol/L)\n" + man + ",男,30,4.1\n", `"profile":{"dob":null,"gender":"male"}`},
		"another's sex":  {"身份证号,性别,年龄,钾(mmol/L)\n" + man + ",女,56,4.1\n", `"gender":null`},
		"one a result":   {"身份证号,项目,结果,单位\n" + man + ",钾,4.1,mmol/L\n" + man + ",钠,140,mmol/L\n", person},
		"a day's age":    {"体检号,性别,年龄,出生日期,检查日期,钾(mmol/L)\n1,男,30,1960-01-01,2026-11-20,4.1\n", `"profile":{"dob":null,"gender":"male"}`},
		"by tradition":   {"体检号,性别,年龄,出生日期,检查日期,钾(mmol/L)\n1,男,67,1960-01-01,2026-11-20,4.1\n", `"dob":"1960-01-01"`},
		"a month's age":  {"体检号,性别,年龄,出生日期,检查日期,钾(mmol/L)\n1,男,56,1970年11月,2026-11-20,4.1\n", `"dob":"1970-11-20"`},
		"of nothing":     {"身份证号,性别,年龄,钾(mmol/L)\n123,男,56,4.1\n", `"gender":"male"`},
		"not of a title": {"备注,性别,年龄,钾(mmol/L)\n" + checked("11010119800501002") + ",男,56,4.1\n", `"gender":"male"`},
	} {
		rows, err := CSV([]byte(c.table))
		if err != nil {
			t.Fatal(err)
		}
		requests, _, _, wrong := Tables([]Sheet{{Rows: rows}}, options(t))
		if wrong != nil || len(requests) != 1 || !strings.Contains(string(requests[0].Tree().Append(nil)), c.want) {
			t.Errorf("%s: %v, %d persons, want %s", name, wrong, len(requests), c.want)
			for _, r := range requests {
				t.Logf("%s", r.Tree().Append(nil))
			}
		}
	}
}
