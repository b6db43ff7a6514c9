import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import tijian.contract.AssessmentRequest;
import tijian.contract.AssessmentRequestSample;
import tijian.contract.AssessmentResponse;
import tijian.contract.Credentials;
import tijian.contract.Gender;
import tijian.contract.HealthBackground;
import tijian.contract.KeywordRequest;
import tijian.contract.KeywordResponse;
import tijian.contract.LoginError;
import tijian.contract.LoginResult;
import tijian.contract.Profile;
import tijian.contract.Reference;
import tijian.contract.Task;
import tijian.contract.TaskStatus;
import tijian.contract.TaskSubmission;

/** A client of the types that quicktype makes of the contract: java -ea Use BASE USER PASSWORD. */
public final class Use {
    /** An answer's field that the contract does not name is an error: the mapper is left as strict as it comes. */
    private static final ObjectMapper JSON = new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_NULL);

    private final HttpClient http = HttpClient.newHttpClient();
    private final String base;
    private String token = "";

    private Use(String base) {
        this.base = base;
    }

    /** Asks, and reads the answer of the status that is expected; a body of null is a GET. */
    private <T> T ask(String path, Object body, int status, Class<T> type) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).header("Accept-Language", "en");
        if (!token.isEmpty()) {
            request.header("Authorization", "JWT " + token);
        }
        if (body != null) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
        }
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assert answer.statusCode() == status : path + ": " + answer.statusCode() + " " + answer.body();
        return JSON.readValue(answer.body(), type);
    }

    private void login(String user, String password) throws Exception {
        Credentials credentials = new Credentials();
        credentials.setUsername(user);
        credentials.setPassword(password + "x");
        LoginError refused = ask("/api/login", credentials, 400, LoginError.class);
        assert refused.getNonFieldErrors()[0].contains("credentials") : refused.getNonFieldErrors()[0];
        credentials.setPassword(password);
        token = ask("/api/login", credentials, 200, LoginResult.class).getToken();
    }

    private void assess() throws Exception {
        AssessmentRequest request = new AssessmentRequest();
        request.setUserIdentifier("java-1");
        request.setNamespace("clinic");
        request.setDatetime("2026-11-20T08:30:00.000Z");
        Profile profile = new Profile();
        profile.setDob(Date.from(Instant.parse("1970-05-01T00:00:00Z")));
        profile.setGender(Gender.FEMALE);
        request.setProfile(profile);
        request.setHealthBackground(new HealthBackground());
        Reference printed = new Reference();
        printed.stringValue = "3.5-5.3";
        AssessmentRequestSample potassium = new AssessmentRequestSample();
        potassium.setName("potassium");
        potassium.setValue(6.7);
        potassium.setUnit("mmol/L");
        potassium.setReference(printed);
        request.setSamples(new AssessmentRequestSample[] {potassium});

        AssessmentResponse simple = ask("/api/samples", request, 200, AssessmentResponse.class);
        assert simple.getSamples()[0].getLevel().equals("H4") && simple.getSamples()[0].getValue() == 6.7 : simple.getSamples()[0].getLevel();
        AssessmentResponse full = ask("/api/samples?format=full", request, 200, AssessmentResponse.class);
        assert full.getEnglish().getIndicators().containsKey("potassium") && full.getSummary().getEntries().length == 1;
        assert full.getProfile().getDob().equals(profile.getDob()) : full.getProfile().getDob();
        assert full.getSamples()[0].getReference().stringValue.equals("3.5-5.3");

        request.setDatetime("yesterday");
        String detail = ask("/api/samples", request, 400, tijian.contract.Error.class).getDetail();
        assert detail.contains("datetime") : detail;
    }

    private void keywords() throws Exception {
        KeywordRequest request = new KeywordRequest();
        request.setText("脂肪肝，未见结石");
        KeywordResponse simple = ask("/api/keywords", request, 200, KeywordResponse.class);
        assert simple.getCertain().length == 1 && simple.getCertain()[0].equals("脂肪肝") && simple.getPossible().length == 0;
        KeywordResponse full = ask("/api/keywords?format=full", request, 200, KeywordResponse.class);
        assert full.getMatches().length == 2;
    }

    private void tasks() throws Exception {
        TaskSubmission submission = new TaskSubmission();
        submission.setTaskID("6f1c9a52-6a53-4d7e-9a6b-0d5f0c1f7a11");
        submission.setImgURL("https://pictures.example/report.png");
        ask("/tasks/", submission, 200, Task.class);
        Task task = ask("/tasks/" + submission.getTaskID(), null, 200, Task.class);
        assert task.getStatus() == TaskStatus.CREATED && task.getResult().isEmpty() && task.getLayout() == null : task.getStatus();
        String detail = ask("/tasks/00000000-0000-4000-8000-000000000000", null, 404, tijian.contract.Error.class).getDetail();
        assert detail.contains("task") : detail;
    }

    /** Asks a service all this, and ends with an error at the first answer that is not as it should be. */
    public static void main(String[] arguments) throws Exception {
        Use client = new Use(arguments[0]);
        client.login(arguments[1], arguments[2]);
        client.assess();
        client.keywords();
        client.tasks();
    }
}
