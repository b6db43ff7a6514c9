package page

import (
	"fmt"
	"strings"

	"tijian/tools/reportgen/catalogue"
)

// head draws the title and the person's block and returns where results may
// begin.
func (s *sheet) head(panels []*catalogue.Panel) float64 {
	y := s.margin + s.mm(4)
	title := s.pen(15)
	title.Bold = s.rng.IntN(3) > 0
	y = s.centred(y, s.style.Name, title)
	title.Size = s.pt(13)
	y = s.centred(y+s.mm(1), s.style.Title, title)

	people := s.maker.catalogue.People
	given, sex := people.Male, "男"
	if s.habits.female {
		given, sex = people.Female, "女"
	}
	name := people.Surnames[s.rng.IntN(len(people.Surnames))] + given[s.rng.IntN(len(given))]
	doctor := people.Surnames[s.rng.IntN(len(people.Surnames))] + people.Male[s.rng.IntN(len(people.Male))]
	specimen := ""
	titles := make([]string, len(panels))
	for i, p := range panels {
		titles[i] = p.Title
		if p.Specimen != "" {
			specimen = p.Specimen
		}
	}
	number := fmt.Sprintf("%08d", s.rng.IntN(100_000_000))
	fields := []string{
		"姓名：" + name, "性别：" + sex, fmt.Sprintf("年龄：%d岁", 20+s.rng.IntN(58)), "样本号：" + number[4:],
		"病历号：" + number, "科室：" + people.Departments[s.rng.IntN(len(people.Departments))],
		"标本类型：" + specimen, "送检医生：" + doctor,
		"诊断：" + people.Diagnoses[s.rng.IntN(len(people.Diagnoses))], "检验项目：" + strings.Join(titles, "+"),
	}
	if s.rng.IntN(3) == 0 {
		fields = append(fields[:4:4], fields[5], fields[6], fields[7])
	}
	perRow := 4
	if len(s.maker.catalogue.Heads.Heads) > 0 {
		perRow = 3 + s.rng.IntN(2)
		fields = s.otherHead(map[string]string{
			"name": name, "sex": sex, "department": people.Departments[s.rng.IntN(len(people.Departments))], "doctor": doctor,
			"diagnosis": people.Diagnoses[s.rng.IntN(len(people.Diagnoses))], "specimen": specimen, "items": titles[0],
			"number": number, "short": number[4:],
		})
	}
	pen := s.pen(9.5)
	step := (s.width - 2*s.margin) / float64(perRow)
	row := s.mm(5.4)
	y += s.mm(2)
	for i, field := range fields {
		if i%perRow == 0 {
			y += row
		}
		s.canvas.Text(s.margin+step*float64(i%perRow), y, field, pen)
	}
	y += s.mm(2.5)
	if s.form != "grid" || s.rng.IntN(2) == 0 {
		s.rule(y)
	}
	return y + s.mm(1.5)
}

// foot draws dates, names and the note and returns where results must end.
func (s *sheet) foot() float64 {
	pen := s.pen(8.5)
	y := s.height - s.margin
	note := "注：本报告仅对所检测的标本负责，如有疑问请及时与检验科联系。"
	if s.style.Red {
		note = "温馨提示：本结果仅供参考，如有异常请到相关科室咨询。"
	}
	if notes := s.maker.catalogue.Heads.Notes; len(notes) > 0 {
		note = notes[s.rng.IntN(len(notes))]
	}
	s.canvas.Text(s.margin, y, note, pen)
	y -= s.mm(5)
	people := s.maker.catalogue.People
	who := func() string {
		return people.Surnames[s.rng.IntN(len(people.Surnames))] + people.Female[s.rng.IntN(len(people.Female))]
	}
	day := fmt.Sprintf("2026-%02d-%02d", 1+s.rng.IntN(12), 1+s.rng.IntN(28))
	minute := s.rng.IntN(60)
	fields := []string{
		fmt.Sprintf("采样时间：%s 08:%02d", day, minute), fmt.Sprintf("报告时间：%s 14:%02d", day, (minute+23)%60),
		"检验者：" + who(), "审核者：" + who(),
	}
	xs := []float64{0, 0.32, 0.64, 0.82}
	for i, field := range fields {
		s.canvas.Text(s.margin+(s.width-2*s.margin)*xs[i], y, field, pen)
	}
	y -= s.mm(5)
	s.rule(y)
	return y - s.mm(1)
}

func (s *sheet) rule(y float64) {
	s.canvas.Rule(s.margin, y, s.width-s.margin, y, max(1, s.dpi/100), black)
}
