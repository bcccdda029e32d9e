// Package storybook holds made-up data for every view in every state: for people who work on the pages, and for tests
// that draw them all. It owns nothing and is independent of the manager and HTTP; no page that is shipped uses it.
package storybook
