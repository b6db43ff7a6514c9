package page

import (
	"fmt"
	"image"
	"image/color"
	"strings"
)

// statusBar draws what a phone shows above a page: hour, network, battery, title.
func (f *free) statusBar() {
	pen := f.pen(f.base*0.8, f.ink, false)
	base := f.base * 1.2
	f.canvas.Text(f.left, base, fmt.Sprintf("%d:%02d", 7+f.rng.IntN(14), f.rng.IntN(60)), pen)
	text := []string{"5G 87%", "4G 62", "Wi-Fi 100%", "HD 5G 35"}[f.rng.IntN(4)]
	f.canvas.Text(f.right-f.canvas.Width(text, pen), base, text, pen)
	f.y = base + f.base*0.6
	title := f.pen(f.base*1.1, f.ink, true)
	if f.rng.IntN(2) == 0 {
		f.canvas.Fill(image.Rect(0, int(f.y), int(f.width), int(f.y+f.base*2)), f.accent)
		title.Ink = color.White
	}
	word := []string{"报告详情", "检验报告", "体检报告", "我的报告", "检查结果"}[f.rng.IntN(5)]
	f.canvas.Text(f.left, f.y+f.base*1.35, "<", title)
	f.canvas.Text((f.width-f.canvas.Width(word, title))/2, f.y+f.base*1.35, word, title)
	f.y += f.base * 2.4
	if f.rng.IntN(3) == 0 {
		tabs := []string{"全部", "异常(3)", "历史", "解读"}
		for i, t := range tabs {
			f.canvas.Text(f.left+float64(i)*(f.right-f.left)/4, f.y+f.base, t, f.pen(f.base*0.9, f.weak, i == 0))
		}
		f.y += f.base * 1.9
	}
}

// heading draws the name of the sheet and who it is about.
func (f *free) heading(titles []string) {
	if !f.phone {
		pen := f.pen(f.base*1.5, f.ink, true)
		for _, text := range []string{f.style.Name, f.style.Title} {
			f.y += pen.Size * 1.3
			f.canvas.Text((f.width-f.canvas.Width(text, pen))/2, f.y, text, pen)
		}
		f.y += f.base * 0.6
	}
	people := f.maker.catalogue.People
	given, sex := people.Male, "男"
	if f.habits.female {
		given, sex = people.Female, "女"
	}
	fields := []string{
		"姓名：" + people.Surnames[f.rng.IntN(len(people.Surnames))] + given[f.rng.IntN(len(given))], "性别：" + sex,
		fmt.Sprintf("年龄：%d岁", 20+f.rng.IntN(58)), "检验项目：" + titles[0], fmt.Sprintf("报告时间：2026-%02d-%02d", 1+f.rng.IntN(11), 1+f.rng.IntN(28)),
	}
	fields = fields[:f.rng.IntN(len(fields)+1)]
	pen := f.pen(f.base*0.9, f.weak, false)
	per := 2 + f.rng.IntN(2)
	for i, text := range fields {
		if i%per == 0 {
			f.y += pen.Size * 1.6
		}
		f.canvas.Text(f.left+float64(i%per)*(f.right-f.left)/float64(per), f.y, text, pen)
	}
	f.y += f.base
}

// section draws the title of a part.
func (f *free) section(title string) {
	pen := f.pen(f.base*(1+0.25*f.rng.Float64()), f.ink, true)
	switch f.style.Spelling % 3 {
	case 0:
		f.canvas.Fill(image.Rect(int(f.left), int(f.y), int(f.right), int(f.y+pen.Size*1.6)), f.lift)
	case 1:
		f.canvas.Fill(image.Rect(int(f.left), int(f.y+pen.Size*0.2), int(f.left+f.base*0.25), int(f.y+pen.Size*1.4)), f.accent)
	}
	f.canvas.Text(f.left+f.base*0.6, f.y+pen.Size*1.15, title, pen)
	f.y += pen.Size * 2
}

// prose draws sentences that name items of the page and other values of them.
func (f *free) prose(sections [][]*entry) {
	var b strings.Builder
	b.WriteString([]string{"小结：", "健康建议：", "综述："}[f.rng.IntN(3)])
	for _, e := range sections[0][:min(3, len(sections[0]))] {
		b.WriteString(e.truths[0].Name + []string{"较前变化不大，", "建议三个月后复查，", "请结合临床，"}[f.rng.IntN(3)])
	}
	b.WriteString("请注意清淡饮食，适量运动，戒烟限酒，每年体检一次。如有不适请及时到医院相关科室就诊。")
	pen := f.pen(f.base*0.9, f.ink, false)
	text := []rune(b.String())
	for len(text) > 0 {
		n := min(len(text), max(4, int((f.right-f.left)/pen.Size)))
		f.y += pen.Size * 1.5
		f.canvas.Text(f.left, f.y, string(text[:n]), pen)
		text = text[n:]
	}
	f.y += f.base
}

// foot draws what stands at the end of a page.
func (f *free) foot() {
	pen := f.pen(f.base*0.8, f.weak, false)
	f.y += pen.Size * 1.6
	if f.phone {
		if f.rng.IntN(2) == 0 {
			f.canvas.Fill(image.Rect(int(f.left), int(f.y), int(f.right), int(f.y+f.base*2.2)), f.accent)
			word := []string{"联系医生", "下载报告", "查看解读"}[f.rng.IntN(3)]
			white := f.pen(f.base, color.White, false)
			f.canvas.Text((f.width-f.canvas.Width(word, white))/2, f.y+f.base*1.45, word, white)
			f.y += f.base * 2.4
		}
		return
	}
	f.canvas.Text(f.left, f.y, "注：本报告仅对所检测的标本负责，如有疑问请及时与检验科联系。", pen)
	f.y += pen.Size * 1.6
	f.canvas.Text(f.left, f.y, fmt.Sprintf("采样时间：2026-06-%02d 08:%02d    检验者：王建国    审核者：李静怡", 1+f.rng.IntN(28), f.rng.IntN(60)), pen)
	f.y += pen.Size
}
