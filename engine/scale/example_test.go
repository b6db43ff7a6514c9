package scale

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// example are the released manifest and sources with a few tables of their own.
func example(t *testing.T) *ruleset.Set {
	t.Helper()
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	version := rules.Active()
	files := fstest.MapFS{"current.yaml": {Data: []byte(`active: "2026.1"`)}}
	for _, name := range []string{"sources.yaml", "quality.yaml"} {
		data, err := fs.ReadFile(rules.FS, version+"/"+name)
		if err != nil {
			t.Fatal(err)
		}
		files["2026.1/"+name] = &fstest.MapFile{Data: data}
	}
	files["2026.1/manifest.yaml"] = &fstest.MapFile{Data: []byte(manifest)}
	files["2026.1/indicators/tables.yaml"] = &fstest.MapFile{Data: []byte(tables)}
	files["2026.1/overlays/city_hospital/indicators/lipids.yaml"] = &fstest.MapFile{Data: []byte(overlay)}
	set, list := ruleset.Load(files, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

const manifest = `version: "2026.1"
title: 示例规则
released: "2026-11-20"
levels:
  - {id: N0, name: 理想, color: 1, severity: 0, direction: none}
  - {id: N1, name: 可接受, color: 2, severity: 0, direction: none}
  - {id: L1, name: 轻度偏低, color: 3, severity: 1, direction: low}
  - {id: L2, name: 中度偏低, color: 4, severity: 2, direction: low}
  - {id: L3, name: 重度偏低, color: 5, severity: 3, direction: low}
  - {id: L4, name: 危急偏低, color: 5, severity: 4, direction: low}
  - {id: H1, name: 轻度偏高, color: 3, severity: 1, direction: high}
  - {id: H2, name: 中度偏高, color: 4, severity: 2, direction: high}
  - {id: H3, name: 重度偏高, color: 5, severity: 3, direction: high}
  - {id: H4, name: 危急偏高, color: 5, severity: 4, direction: high}
  - {id: A1, name: 轻度异常, color: 3, severity: 1, direction: abnormal}
  - {id: A2, name: 中度异常, color: 4, severity: 2, direction: abnormal}
  - {id: A3, name: 重度异常, color: 5, severity: 3, direction: abnormal}
  - {id: A4, name: 危急异常, color: 5, severity: 4, direction: abnormal}
  - {id: U0, name: 无适用规则, color: 0, severity: 0, direction: none}
  - {id: U1, name: 数值可疑, color: 0, severity: 0, direction: none}
colors:
  - {code: 0, name: 灰, hex: "#9aa0a6", meaning: 未评估}
  - {code: 1, name: 绿, hex: "#2e9e4f", meaning: 理想}
  - {code: 2, name: 黄绿, hex: "#9bbf30", meaning: 可接受}
  - {code: 3, name: 黄, hex: "#e8b400", meaning: 轻度异常}
  - {code: 4, name: 橙, hex: "#ef7d00", meaning: 中度异常}
  - {code: 5, name: 红, hex: "#d93025", meaning: 明显或危急异常}
flags:
  - {flag: 0, name: 未见风险升高}
  - {flag: 1, name: 低风险}
  - {flag: 2, name: 中等风险}
  - {flag: 3, name: 高风险}
  - {flag: 4, name: 很高风险}
texts:
  unknown_indicator: 不认识
  no_rule: 没有规则
  implausible: 可疑
  ideal_and: 且
  ideal_or: 或
`

const tables = `- indicator: triglycerides
  for: age >= 18
  source: [LIP23 表3]
  rows:
    - {when: value < 1.70, level: N0, tip: 甘油三酯处于合适水平, hint: 保持清淡饮食和运动}
    - {when: 1.70 <= value <= 2.30, level: H1, tip: 甘油三酯边缘升高, hint: 空腹不足、饮酒、甜食都会使它升高}
    - {when: value > 2.30, level: H4, color: 4, tip: "甘油三酯升高 <5.6 & 其他", hint: 请就医, source: [STEP]}
- indicator: hemoglobin
  for: age >= 18 and sex == "male"
  source: [W405 表1]
  rows:
    - {when: value < 60, level: L4, tip: 血红蛋白极低，请今天就去医院, hint: 需要马上查明原因}
    - {when: 60 <= value < 130, level: L1, tip: 血红蛋白偏低, hint: 可能与缺铁、失血、慢性病有关}
    - {when: 130 <= value <= 175, level: N0, tip: 血红蛋白在参考范围内, hint: 均衡饮食即可}
    - {when: value > 175, level: H1, tip: 血红蛋白偏高, hint: 吸烟、高原居住、脱水都会使它升高}
- indicator: hemoglobin
  for: age >= 18 and sex == "female"
  source: [W405 表1]
  rows:
    - {when: value < 60, level: L4, tip: 血红蛋白极低，请今天就去医院, hint: 需要马上查明原因}
    - {when: 'age < 60 and 60 <= value < 115 or age >= 60 and 60 <= value < 110', level: L1, tip: 偏低, hint: 月经量多、缺铁、节食都可能使它降低}
    - {when: 'age < 60 and 115 <= value <= 150 or age >= 60 and 110 <= value <= 150', level: N0, tip: 在参考范围内, hint: 均衡饮食即可}
    - {when: value > 150, level: H1, tip: 偏高, hint: 吸烟、高原居住、脱水都会使它升高}
- indicator: ldl_cholesterol
  source: [LIP23]
  rows:
    - {when: 'value < (has_cvd ? 1.8 : 3.4)', level: N0, tip: 低密度脂蛋白胆固醇达标, hint: 继续保持}
    - {when: 'value >= (has_cvd ? 1.8 : 3.4)', level: H1, tip: 低密度脂蛋白胆固醇高于目标, hint: 请与医生商量饮食和用药}
- indicator: hdl_cholesterol
  source: [LIP23]
  rows:
    - {when: value < age / 50, level: L1, tip: 条件里有计算, hint: 画不成标尺}
    - {when: value >= age / 50, level: N0, tip: 合适, hint: 请保持}
- indicator: urine_protein
  source: [STEP]
  rows:
    - {when: value < 0.5, level: N0, tip: 尿蛋白阴性, hint: 这是理想的结果}
    - {when: 0.5 <= value < 1, level: N1, tip: 尿蛋白可疑, hint: 剧烈运动、发热后可以一过性出现，复查即可}
    - {when: value >= 1, level: A2, tip: 尿蛋白阳性，建议复查晨尿, hint: 运动、发热、肾脏问题都可能引起}
`

const overlay = `- indicator: triglycerides
  for: age >= 18
  source: [STEP]
  rows:
    - {when: value < 1.50, level: N0, tip: 甘油三酯理想, hint: 请保持现在的饮食}
    - {when: value >= 1.50, level: H1, tip: 甘油三酯高于本院目标, hint: 请预约营养门诊}
`
