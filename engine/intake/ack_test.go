package intake

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// Each kind of message has its answer, which names whatever is not used.
func TestReceive(t *testing.T) {
	for name, c := range map[string]struct {
		message, code string
		persons       int
		says          string
	}{
		"taken":                {hl7(msh, pid, obr, alt("30", "F")), Accepted, 1, ""},
		"of specimens":         {hl7(strings.Replace(msh, "ORU^R01", "OUL^R22^OUL_R22", 1), pid, obr, alt("30", "F")), Accepted, 1, ""},
		"of orders":            {hl7(strings.Replace(msh, "ORU^R01", "ORM^O01", 1), pid, `ORC|NW|1`, obr, alt("30", "F")), Accepted, 1, ""},
		"partly unused":        {hl7(msh, pid, obr, alt("30", "F"), `OBX|2|NM|X^不知道|| 1|U/L`), Accepted, 1, "\rERR||OBX^2^3|103^Table value not found^HL70357|W||||"},
		"a bound":              {hl7(msh, pid, obr, alt("<3.5", "F")), Accepted, 1, "\rERR||OBX^1^5|0^Message accepted^HL70357|I||||"},
		"no number":            {hl7(msh, pid, obr, alt("30", "F"), obr, alt("oops", "F")), Accepted, 1, "\rERR||OBX^2^5|102^Data type error^HL70357|W||||"},
		"nothing used":         {hl7(msh, pid, obr, `OBX|2|NM|X^不知道|| 1|U/L`), Faulty, 0, "|E||||segment 2, PID: there is no result"},
		"nobody":               {hl7(msh, obr, alt("30", "F")), Faulty, 0, "|101^Required field missing^HL70357|E|"},
		"not assessable":       {hl7(msh, strings.Replace(pid, "A-17", "refuse", 1), obr, alt("30", "F")), Faulty, 0, `not | this \`},
		"another type":         {hl7(strings.Replace(msh, "ORU^R01", "ADT^A01", 1), pid), Rejected, 0, "|200^Unsupported message type^HL70357|E|"},
		"training":             {hl7(strings.Replace(msh, "|42|P|", "|42|T|", 1), pid, obr, alt("30", "F")), Rejected, 0, "|202^Unsupported processing id^HL70357|E|"},
		"no control id":        {hl7(strings.Replace(msh, "|42|", "||", 1), pid, obr, alt("30", "F")), Rejected, 0, "|101^"},
		"two at once":          {hl7(msh, pid, obr, alt("30", "F"), later("43", "0940"), pid, obr, alt("31", "F")), Rejected, 0, "|100^"},
		"no message":           {"hello", Rejected, 0, "|100^"},
		"nothing":              {"", Rejected, 0, "|100^"},
		"with a frame of MLLP": {"\x0b" + hl7(msh, pid, obr, alt("30", "F")) + "\x1c\r", Accepted, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := Receive([]byte(c.message), options(t), func(r Request) error {
				if r.Tree().Get("user_identifier").Text == "refuse" {
					return errors.New(`not | this \`)
				}
				return nil
			}, "ours", problem.English)
			answer, wrong := segments(got.Answer)
			if wrong != nil {
				t.Fatal(wrong)
			}
			said := strings.NewReplacer(`\F\`, "|", `\E\`, `\`).Replace(string(got.Answer))
			switch {
			case got.Code != c.code, len(got.Requests) != c.persons, answer[1].id != "MSA", answer[1].component(1, 1) != c.code, !strings.Contains(said, c.says):
				t.Errorf("%s, %d persons: %q", got.Code, len(got.Requests), got.Answer)
			case c.code != Rejected && (got.Control != "42" || answer[1].component(2, 1) != "42" || answer[0].component(5, 1) != "LIS" || answer[0].component(12, 1) != "2.4"):
				t.Errorf("whom it answers: %q", got.Answer)
			case c.says == "" && len(answer) != 2, c.says != "" && len(answer) < 3:
				t.Errorf("%d segments: %q", len(answer), got.Answer)
			}
		})
	}
	other := Conflicting([]byte(hl7(msh, pid)), time.Now(), "ours", problem.English)
	if text := string(other); !strings.Contains(text, "\rMSA|AR|42\r") || !strings.Contains(text, "|205^") {
		t.Errorf("%q", text)
	}
	for text, want := range map[string]Answer{
		string(other): {Control: "42", Code: "AR", Text: message.ControlTaken.EN},
		"MSH|^~\\&|HIS||||||ACK|1|P|2.4\rMSA|CA|x\r":                                  {Control: "x", Taken: true, Code: "CA"},
		"MSH|^~\\&|HIS||||||ACK|1|P|2.3\rMSA|AE|x|no such patient\rERR|PID^1^3^204\r": {Control: "x", Code: "AE", Text: "no such patient"},
		"MSH|^~\\&|HIS||||||ACK|1|P|2.3\rMSA|AE|x\rERR|PID^1^3^204\r":                 {Control: "x", Code: "AE", Text: "PID 1 3 204"},
	} {
		a, ok := ReadAnswer([]byte(text))
		if a.Text = strings.TrimPrefix(a.Text, "segment 1, MSH-10: "); !ok || a != want {
			t.Errorf("%q: %+v", text, a)
		}
	}
	if a, _ := ReadAnswer([]byte("MSH|^~\\&|HIS||||||ACK|1|P|2.5.1\rMSA|AE|x\rERR||||W||||odd\rERR||||E||||wrong\rERR||||E||||worse\r")); a.Text != "wrong" {
		t.Errorf("%+v", a)
	}
	for _, text := range []string{"", "hello", "MSH|^~\\&|HIS||||||ORU|1|P|2.3\rPID|1\r"} {
		if a, ok := ReadAnswer([]byte(text)); ok {
			t.Errorf("%q is an acknowledgement: %+v", text, a)
		}
	}
}
