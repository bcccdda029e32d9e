package pages

import "testing"

func TestOnlyPartsThatLookDifferentAreSent(t *testing.T) {
	page := SentSince("")
	for _, name := range []string{"web", "chat"} {
		if !page.Note(name, name+" is ready") {
			t.Errorf("%s is known before it was sent", name)
		}
	}
	stream := SentSince(page.All())
	if stream.Note("web", "web is ready") || !stream.Note("chat", "chat failed") || !stream.Note("new", "new is ready") {
		t.Error("a part that the page has is sent again, or another one is not")
	}
	if !stream.Note("web", "web failed") || !stream.Note("web", "web is ready") || stream.Note("web", "web is ready") {
		t.Error("a part that looks as it did on the page at first is not sent again after a change")
	}
}
