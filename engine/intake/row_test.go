package intake

import (
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tijian/engine/message"
)

// outcome is what a file comes to: each person's day, identifier and values, and what of
// it is not used.
func outcome(t *testing.T, sheets []Sheet) string {
	t.Helper()
	requests, about, _, wrong := Tables(sheets, options(t))
	if wrong != nil {
		return wrong.In("zh")
	}
	var b strings.Builder
	issues := about
	for _, r := range requests {
		text := func(key string) string {
			if n := r.Tree().Get(key); n != nil {
				return n.Text
			}
			return ""
		}
		b.WriteString(text("user_identifier") + " " + dayOf(text("datetime")) + " " + r.Tree().Get("profile").Get("gender").Text + ":")
		for _, s := range r.Tree().Get("samples").Items {
			b.WriteString(" " + s.Get("name").Text + " " + s.Get("value").Raw + s.Get("unit").Text)
		}
		b.WriteString("\n")
		issues = append(issues, r.Issues...)
	}
	for _, i := range issues {
		if !i.Used {
			b.WriteString(i.In("zh") + "\n")
		}
	}
	return b.String()
}

// Tables as hospitals export them come to the same persons and values.
func TestShapes(t *testing.T) {
	two := "1 2026-03-18 male: potassium 4.1mmol/L sodium 140mmol/L\n2 2026-03-18 female: potassium 4.5mmol/L sodium 139mmol/L\n"
	for name, c := range map[string]struct{ table, want string }{
		"a title, tabs":        {"某中心\t\n体检号\t性别\t年龄\t体检日期\t钾(mmol/L)\t钠(mmol/L)\n1\t男\t45\t2026-03-18\t4.1\t140\n2\t女\t50\t2026-03-18\t4.5\t139\n", two},
		"lines of Macintoshes": {"体检号,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\r1,男,45,2026-03-18,4.1,140\r2,女,50,2026-03-18,4.5,139\r", two},
		"brackets and groups":  {"体检号,性别,年龄,体检日期,\"钾\n【mmol/L】\",【电解质】钠【mmol/L】\n1,男,45,2026-03-18,4.1,140\n2,女,50,2026-03-18,4.5,139\n", two},
		"units beside":         {"体检号,性别,年龄,体检日期,钾,单位,参考范围,钠,单位,参考范围\n1,男,45,2026-03-18,4.1,mmol/L,3.5-5.3,140,mmol/L,137-147\n2,女,50,2026-03-18,4.5,mmol/L,3.5-5.3,139,mmol/L,137-147\n", two},
		"some without a card":  {"体检号,身份证号,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\n1,,男,45,2026-03-18,4.1,140\n2," + checked("11010119760301002") + ",女,50,2026-03-18,4.5,139\n合计,,,,,,\n", two + "第 1 行“身份证号”：没有使用：用的是“体检号”这一列\n第 4 行：没有使用：这一行不是哪个受检者的\n"},
		"all without a number": {"序号,身份证号,性别,年龄,体检日期,钾(mmol/L)\n1,,男,45,2026-03-18,4.1\n2,X-9,女,50,2026-03-18,4.5\n", " 2026-03-18 male: potassium 4.1mmol/L\nX-9 2026-03-18 female: potassium 4.5mmol/L\n第 1 行“序号”：没有使用：用的是“身份证号”这一列\n"},
		"two eyes":             {"体检号,性别,年龄,体检日期,左眼压(mmHg),右眼压(mmHg)\n1,男,45,2026-03-18,14,18\n", "1 2026-03-18 male: intraocular_pressure 14mmHg intraocular_pressure 18mmHg\n"},
		"an eye twice":         {"体检号,性别,年龄,体检日期,左眼压(mmHg),左眼眼压(mmHg),右眼压(mmHg)\n1,男,45,2026-03-18,14,15,18\n", "1 2026-03-18 male: intraocular_pressure 18mmHg\n第 2 行第 5 列“左眼压(mmHg)”：没有使用：“14”与第 2 行第 6 列“左眼眼压(mmHg)”的“15”不一样，请核对\n第 2 行第 6 列“左眼眼压(mmHg)”：没有使用：“15”与第 2 行第 5 列“左眼压(mmHg)”的“14”不一样，请核对\n"},
		"a value and no value": {"体检号,性别,年龄,体检日期,项目,结果,单位,提示,状态\n1,男,45,2026-03-18,钾,0,mmol/L,拒检,\n1,男,45,2026-03-18,钠,0,mmol/L,,未检\n1,男,45,2026-03-18,氯,101,mmol/L,,\n", "1 2026-03-18 male: chloride 101mmol/L\n第 2 行：没有使用：写了结果，又写了没有结果的原因（拒检），互相矛盾，请核对\n第 3 行：没有使用：写了结果，又写了没有结果的原因（未检），互相矛盾，请核对\n"},
		"denied beside":        {"体检号,性别,年龄,体检日期,钾(mmol/L),提示\n1,男,45,2026-03-18,0,弃检\n", "1 2026-03-18 male:\n第 2 行“钾(mmol/L)”：没有使用：写了结果，又写了没有结果的原因（弃检），互相矛盾，请核对\n"},
		"the header again":     {"体检号,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\n1,男,45,2026-03-18,4.1,140\n体检号,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\n2,女,50,2026-03-18,4.5,139\n", two},
		"the day above":        {"体检日期：2026-03-18,,,,\n体检号,性别,年龄,钾(mmol/L),钠(mmol/L)\n1,男,45,4.1,140\n2,女,50,4.5,139\n", two},
		"merged cells":         {"体检号,性别,年龄,体检日期,项目,结果,单位\n1,男,45,2026-03-18,钾,4.1,mmol/L\n,,,,钠,140,mmol/L\n2,女,50,2026-03-18,钾,4.5,mmol/L\n,,,,钠,139,mmol/L\n", two},
		"groups and words":     {"体检号,性别,年龄,体检日期,检查项目,项目名称,结果,数值,单位\n1,男,45,2026-03-18,电解质,钾,正常,4.1,mmol/L\n1,男,45,2026-03-18,电解质,钠,正常,140,mmol/L\n2,女,50,2026-03-18,电解质,钾,正常,4.5,mmol/L\n2,女,50,2026-03-18,电解质,钠,正常,139,mmol/L\n", two},
		"two numbers":          {"体检号,性别,年龄,体检日期,项目,结果,数值,单位\n1,男,45,2026-03-18,钾,4.1,5.1,mmol/L\n", "1 2026-03-18 male:\n第 2 行第 6 列“结果”：没有使用：“4.1”与第 2 行第 7 列“数值”的“5.1”不一样，请核对\n第 2 行第 7 列“数值”：没有使用：“5.1”与第 2 行第 6 列“结果”的“4.1”不一样，请核对\n"},
		"totals":               {"体检号,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\n参考范围,,,,3.5-5.3,137-147\n1,男,45,2026-03-18,4.1,140\n2,女,50,2026-03-18,4.5,139\n平均值,,47.5,,4.3,139.5\n合计,2,,,,\n制表人：某,,,,,\n", two + "第 5 行：没有使用：这一行不是哪个受检者的\n第 6 行：没有使用：这一行不是哪个受检者的\n第 7 行：没有使用：这一行不是哪个受检者的\n"},
		"days over columns":    {"体检号,性别,年龄,2025-03-18体检,,2026年3月18日,\n,,,钾,钠,钾,钠\n1,男,45,4.2,141,4.1,140\n", "1 2025-03-18 male: potassium 4.2 sodium 141\n1 2026-03-18 male: potassium 4.1 sodium 140\n"},
		"on its side":          {"体检号,1,2\n性别,男,女\n年龄,45,50\n体检日期,2026-03-18,2026-03-18\n钾(mmol/L),4.1,4.5\n钠(mmol/L),140,139\n", two},
		"its units beside":     {"项目,单位,1,2\n体检号,,1,2\n性别,,男,女\n年龄,,45,50\n体检日期,,2026-03-18,2026-03-18\n钾,mmol/L,4.1,4.5\n钠,mmol/L,140,139\n", two},
		"a fault on its side":  {"体检号,1,2\n性别,男,女\n年龄,45,50\n体检日期,2026-03-18,2026-03-18\n钾(mmol/L),4.1,溶血\n", "1 2026-03-18 male: potassium 4.1mmol/L\n2 2026-03-18 female:\n第 3 列“钾(mmol/L)”：看不懂：结果“溶血”不是数，也不是认识的定性结果\n"},
		"states":               {"患者编号,性别,年龄,采血时间,样本类型,项目,结果,单位,状态\n1,男,45,2026-03-18 08:00,血清,钾,6.8,mmol/L,已作废\n1,男,45,2026-03-18 08:00,血清,钾,4.1,mmol/L,已审核\n1,男,45,2026-03-18 08:00,血清,氯,101,mmol/L,待审核\n1,男,45,2026-03-18 08:00,血清,钠,140,mmol/L,Final\n", "1 2026-03-18 male: potassium 4.1mmol/L sodium 140mmol/L\n第 2 行：没有使用：状态是 已作废\n第 4 行：没有使用：结果刚录入，没有人核对过（状态 待审核）\n"},
		"a row taken back":     {"体检号,性别,年龄,体检日期,状态,钾(mmol/L),钠(mmol/L)\n1,男,45,2026-03-18,有效,4.1,140\n2,女,50,2026-03-18,撤回,4.5,139\n", "1 2026-03-18 male: potassium 4.1mmol/L sodium 140mmol/L\n第 3 行：没有使用：状态是 撤回\n"},
		"units and ranges":     {"体检号,性别,年龄,体检日期,钾,钠\n,,岁,,mmol/L,mmol/L\n参考范围,,,,3.5-5.3,137-147\n'1,男,45,2026-03-18,4.1,140\n2,女,50,2026-03-18,4.5\u200b,139\n", two},
		"two of one number":    {"体检号,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\n1,男,45,2026-03-18,4.1,140\n2,女,50,2026-03-18,4.5,139\n3,女,50,2026-03-18,4.5,139\n3,男,50,2026-03-19,4.6,139\n", two + "3 2026-03-18 : potassium 4.5mmol/L sodium 139mmol/L\n3 2026-03-19 : potassium 4.6mmol/L sodium 139mmol/L\n第 5 行：“性别”与第 4 行不一致（“女”和“男”），编号“3”的这些结果没有评估，请核对\n"},
		"animals and trials":   {"体检号,姓名,物种,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\n1,甲,人,男,45,2026-03-18,4.1,140\n7,乙,犬,男,4,2026-03-18,4.1,140\n8,测试一,,男,45,2026-03-18,4.1,140\n9,QC L1,,男,45,2026-03-18,4.1,140\n2,Testa,,女,50,2026-03-18,4.5,139\n", two + "第 3 行：没有使用：这一行是质控品、定标品、动物或测试用的，不是受检者的\n第 4 行：没有使用：这一行是质控品、定标品、动物或测试用的，不是受检者的\n第 5 行：没有使用：这一行是质控品、定标品、动物或测试用的，不是受检者的\n"},
		"controls":             {"样本号,样品类型,性别,年龄,时间,钾(mmol/L),钠(mmol/L)\n1,常规,男,45,2026-03-18,4.1,140\n9,质控L2,男,1,2026-03-18,6.1,120\n8,Calibrator 1,男,1,2026-03-18,6.1,120\n2,急诊,女,50,2026-03-18,4.5,139\n", two + "第 3 行：没有使用：这一行是质控品、定标品、动物或测试用的，不是受检者的\n第 4 行：没有使用：这一行是质控品、定标品、动物或测试用的，不是受检者的\n"},
		"no control's name":    {"体检号,姓名,性别,年龄,体检日期,钾(mmol/L),钠(mmol/L)\n1,Cal Control,男,45,2026-03-18,4.1,140\n", "1 2026-03-18 male: potassium 4.1mmol/L sodium 140mmol/L\n"},
		"months first":         {"patient no,sex,dob,draw date,K (mmol/L),Na (mmol/L)\n1,M,4/12/1980,3/18/2026,4.1,140\n2,F,11/03/1975,3/18/2026,4.5,139\n", two},
		"points before years":  {"patient no,sex,dob,draw date,K (mmol/L),Na (mmol/L)\n1,M,04.12.1980,18.03.2026,4.1,140\n2,F,11.03.1975,18.03.2026,4.5,139\n", two},
		"either first":         {"patient no,sex,dob,date,K (mmol/L)\n1,M,4/12/1980,2026-03-18,4.1\n", "1 2026-03-18 male: potassium 4.1mmol/L\n第 2 行“dob”：“4/12/1980”不是日期\n"},
		"nobody":               {"某医院\n病历号,姓名,项目,结果,单位\n1,甲,钾,4.1,mmol/L\n", "第 2 行：这一行有检查项目，但没有性别和年龄（或出生日期）的列：没有这两样不能评估，请加上，或另给一张登记表（同一文件的一张工作表，或 --persons）"},
		"a group of one name":  {"体检号,性别,年龄,体检日期,血压,,血钾\n,,,,收缩压(mmHg),舒张压(mmHg),钾(mmol/L)\n1,男,45,2026-03-18,120,80,4.1\n", "1 2026-03-18 male: systolic_bp 120mmHg diastolic_bp 80mmHg potassium 4.1mmol/L\n"},
		"groups of specimens":  {"体检号,性别,年龄,体检日期,【血常规】白细胞(10^9/L),【尿常规】白细胞,【尿常规】葡萄糖,【既往史】高血压\n1,男,45,2026-03-18,5.5,2+,-,否\n", "1 2026-03-18 male: white_blood_cell_count 5.510^9/L urine_leukocyte_esterase 2 urine_glucose 0\n"},
		"groups of two rows":   {"体检号,性别,年龄,体检日期,血常规,,尿常规,\n,,,,WBC(10^9/L),PLT(10^9/L),WBC(/uL),GLU\n1,男,45,2026-03-18,5.5,210,12,1+\n", "1 2026-03-18 male: white_blood_cell_count 5.510^9/L platelet_count 21010^9/L urine_wbc_count 12/uL urine_glucose 1\n"},
		"a group of others":    {"体检号,性别,年龄,体检日期,家族史,,电解质\n,,,,高血压,糖尿病,钾(mmol/L)\n1,男,45,2026-03-18,是,是,4.1\n", "1 2026-03-18 male: potassium 4.1mmol/L\n第 2 行“【家族史】高血压”：没有使用：不认识这一列\n第 2 行“【家族史】糖尿病”：没有使用：不认识这一列\n"},
		"a strange group":      {"体检号,性别,年龄,体检日期,【尿常规】血小板(10^9/L),钾(mmol/L)\n1,男,45,2026-03-18,210,4.1\n", "1 2026-03-18 male: potassium 4.1mmol/L\n第 1 行“【尿常规】血小板(10^9/L)”：没有使用：不认识这一列\n"},
		"days in titles":       {"体检号,性别,年龄,钾(2025-03-18),钾(2026-03-18)\n1,男,45,4.2,4.1\n", "1 2025-03-18 male: potassium 4.2\n1 2026-03-18 male: potassium 4.1\n"},
	} {
		rows, err := CSV([]byte(c.table))
		if err != nil {
			t.Fatal(err)
		}
		if got := outcome(t, []Sheet{{Rows: rows}}); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// Whom results are of, another sheet may tell that has none; each result that comes again
// counts once, and what a sheet is called is the specimen of its columns.
func TestRegister(t *testing.T) {
	sheet := func(name, table string) Sheet {
		rows, err := CSV([]byte(table))
		if err != nil {
			t.Fatal(err)
		}
		return Sheet{Name: name, Rows: rows}
	}
	persons := sheet("名单", "登记号,姓名,性别,出生日期,科室\n1,甲,男,1981-02-03,内科\n2,乙,女,1976-02-03,外科\n3,丙,女,1976-02-03,外科\n")
	for name, c := range map[string]struct{ of, table, want string }{
		"wide":         {"结果", "登记号,日期,钾(mmol/L),钠(mmol/L)\n1,2026-03-18,4.1,140\n2,2026-03-18,4.5,139\n9,2026-03-18,4.4,138\n", "1 2026-03-18 male: potassium 4.1mmol/L sodium 140mmol/L\n2 2026-03-18 female: potassium 4.5mmol/L sodium 139mmol/L\n工作表“名单”第 1 行“科室”：没有使用：不认识这一列\n工作表“结果”第 4 行：没有使用：这一行不是哪个受检者的\n"},
		"two days":     {"", "姓名,检测日期,钾(mmol/L)\n甲,2026-03-18,4.1\n甲,2026-06-18,4.5\n", "1 2026-03-18 male: potassium 4.1mmol/L\n1 2026-06-18 male: potassium 4.5mmol/L\n工作表“名单”第 1 行“科室”：没有使用：不认识这一列\n"},
		"long":         {"", "登记号,审核日期,项目,结果,单位,状态,标本\n1,2026-03-18,铁蛋白,31,ng/mL,已审,血清\n1,2026-03-18,钾,6.8,mmol/L,作废,血清\n1,2026-03-18,钠,140,mmol/L,已审,血清\n1,2026-03-18,钠,140.0,mmol/L,已审,血清\n", "1 2026-03-18 male: ferritin 31ng/mL sodium 140mmol/L\n工作表“名单”第 1 行“科室”：没有使用：不认识这一列\n第 3 行：没有使用：状态是 作废\n"},
		"of a urine":   {"尿液", "登记号,日期,WBC(/uL),GLU,CREA(umol/L)\n1,2026-03-18,12,1+,8800\n", "1 2026-03-18 male: urine_wbc_count 12/uL urine_glucose 1\n工作表“名单”第 1 行“科室”：没有使用：不认识这一列\n工作表“尿液”第 1 行“CREA(umol/L)”：没有使用：不认识这一列\n"},
		"taken back":   {"", "登记号,日期,状态,钾(mmol/L)\n1,2026-03-18,撤回,4.1\n", "工作表“名单”第 1 行“科室”：没有使用：不认识这一列\n第 2 行：没有使用：状态是 撤回\n"},
		"told already": {"结果", "登记号,性别,年龄,日期,钾(mmol/L)\n1,男,45,2026-03-18,4.1\n", "1 2026-03-18 male: potassium 4.1mmol/L\n工作表“名单”：找不到表头：前十行里没有一行同时有性别、年龄或出生日期和检查项目\n"},
	} {
		if got := outcome(t, []Sheet{persons, sheet(c.of, c.table)}); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// Sheets of one workbook may tell persons and results apart; a row of nobody, or of
// somebody of another name, is not used. Days are read as workbooks keep them.
func TestSheetsTogether(t *testing.T) {
	f := excelize.NewFile()
	write := func(sheet string, rows ...[]any) {
		if _, err := f.NewSheet(sheet); err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			at, _ := excelize.CoordinatesToCellName(1, i+1)
			if err := f.SetSheetRow(sheet, at, &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("Sheet1", []any{"体检号", "姓名", "性别", "年龄", "体检日期", "身高(cm)"}, []any{"1", "甲", "男", 45, 46099, 170}, []any{"2", "乙", "女", 50, 46099, 160})
	write("电解质", []any{"体检号", "姓名", "钾(mmol/L)"}, []any{"1", "甲", 4.1}, []any{"2", "丙", 4.5}, []any{"3", "丁", 4.6})
	write("复查", []any{"体检号", "体检日期", "项目", "结果", "单位"}, []any{"1", "2026-06-01", "钾", 4.2, "mmol/L"})
	data, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	sheets, _, err := Sheets(data.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := "1 2026-03-18 male: height 170cm potassium 4.1mmol/L\n1 2026-06-01 male: potassium 4.2mmol/L\n2 2026-03-18 female: height 160cm\n" +
		"工作表“电解质”第 3 行：“姓名”与工作表“Sheet1”第 3 行不一致（“乙”和“丙”），编号“2”的这些结果没有评估，请核对\n工作表“电解质”第 4 行：没有使用：这一行不是哪个受检者的\n"
	if got := outcome(t, sheets); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// What is said of units is said of columns that have numbers without one: none of
// words, and none whose title or cells have it. English titles are those of columns,
// units are known by themselves.
func TestUnitsOfColumns(t *testing.T) {
	for name, c := range map[string]struct{ table, samples, about string }{
		"words":            {"编号,性别,年龄,乙肝表面抗原,尿蛋白,尿白细胞\n1,男,40,阴性,+,阴性\n", `[{"name":"hbsag","unit":"grade","value":0},{"name":"urine_protein","unit":"","value":1},{"name":"urine_leukocyte_esterase","unit":"","value":0}]`, ""},
		"in the title":     {"编号,性别,年龄,心率(次/分)\n1,男,40,72\n", `[{"name":"heart_rate","unit":"次/分","value":72}]`, ""},
		"nowhere":          {"编号,性别,年龄,钾\n1,男,40,4.1\n", `[{"name":"potassium","unit":"","value":4.1}]`, "钾(mmol/L)"},
		"of no title":      {"Patient ID,Sex,DOB,Test,Result,Measure\nA,F,1980-01-02,\"Glucose, Fasting\",104,mg/dL\nA,F,1980-01-02,\"Bilirubin, Total\",0.6,mg/dL\n", `[{"name":"fasting_glucose","unit":"mg/dL","value":104},{"name":"total_bilirubin","unit":"mg/dL","value":0.6}]`, ""},
		"of English title": {"patient_id,sex,date of birth,Test,Result,Units\nA,F,1980-01-02,WBC,5.8,x10E3/uL\n", `[{"name":"white_blood_cell_count","unit":"x10E3/uL","value":5.8}]`, ""},
	} {
		rows, err := CSV([]byte(c.table))
		if err != nil {
			t.Fatal(err)
		}
		requests, about, _, wrong := Tables([]Sheet{{Rows: rows}}, options(t))
		if wrong != nil || len(requests) != 1 {
			t.Fatalf("%s: %v, %d requests", name, wrong, len(requests))
		}
		if got := string(requests[0].Tree().Get("samples").Append(nil)); got != c.samples {
			t.Errorf("%s: %s, want %s", name, got, c.samples)
		}
		said := ""
		for _, issue := range about {
			if issue.Place.Phrase != message.TheFile {
				said += issue.In("zh")
			}
		}
		if c.about == "" && said != "" || !strings.Contains(said, c.about) {
			t.Errorf("%s: says %q, want %q", name, said, c.about)
		}
	}
}

// An age that a message tells makes the year of birth, and what an analyser says of
// itself is no result.
func TestAnalyser(t *testing.T) {
	const sent = "MSH|^~\\&|X|Y|||20260301080000||ORU^R01|1|P|2.5\rPID|1||7||张三|||F\rOBR|1|||CBC|||20260301080000\r" +
		"OBX|1|NM|30525-0^Age^LN||45|yr|||||F\rOBX|2|NM|WBC^WBC^99SYS||5.8|10*3/uL|3.5-9.5||||F\rOBX|3|NM|Left_Shift?^Q-Flag^99SYS||130||0-99|A|||F\r" +
		"OBX|4|NM|0720^CEA^99ABT||2.5|ng/mL|||||F\rOBX|5|NM|0720.R^CEA^99ABT^S_RAW^Raw Result^IHELAW||1644|^RLU|||||F\r"
	requests, _, wrong := HL7([]byte(sent), options(t))
	if wrong != nil || len(requests) != 1 {
		t.Fatal(wrong, len(requests))
	}
	body := string(requests[0].Tree().Append(nil))
	for _, want := range []string{`"dob":"1981-`, `"value":5.8`, `"value":2.5}`} {
		if !strings.Contains(body, want) {
			t.Errorf("lacks %s: %s", want, body)
		}
	}
	if n := strings.Count(body, `"name"`); n != 2 {
		t.Errorf("%d samples: %s", n, body)
	}
}
