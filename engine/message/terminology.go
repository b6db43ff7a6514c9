package message

// What the codes of each system are that the service publishes in FHIR.
var (
	SystemIndicator = Phrase{"指标", "indicators"}
	SystemLevel     = Phrase{"结果的等级", "levels of results"}
	SystemGrade     = Phrase{"定性结果", "qualitative results"}
	SystemRisk      = Phrase{"疾病风险", "risks of diseases"}
	SystemFlag      = Phrase{"风险的格数", "signal bars of a risk"}
	SystemAlert     = Phrase{"重要异常结果的类别", "classes of important findings"}
	SystemField     = Phrase{"评估请求的字段", "fields of an assessment request"}
	SystemFinding   = Phrase{"体检小结的标准术语", "standard terms of findings"}
	SmokingField    = Phrase{"每天吸烟支数", "cigarettes a day"}
	AlertAtOnce     = Phrase{"需立即处理", "act at once"}
	AlertSoon       = Phrase{"需尽快复查", "check again soon"}
)
