// Command untrusted does not compile: each line with a mark puts text of a program where only facts may stand.
package main

import "devservers/app"

func main() {
	p := app.Print("a program's text")
	s := "any string"
	_ = app.Say("the variable %s", app.Known("A"), app.Number(1))
	_ = app.Say("the variable %s", p)         // wrong
	_ = app.Say(p)                            // wrong
	_ = app.Say(s)                            // wrong
	_ = app.Say("the " + s)                   // wrong
	_ = app.Say(app.form(s))                  // wrong
	_ = app.Sentence{s}                       // wrong
	_ = app.Name(p)                           // wrong
	_ = app.Name(s)                           // wrong
	_ = app.Name{s}                           // wrong
	_ = app.Known(p)                          // wrong
	_ = app.Known(string(p))                  // wrong
	_ = app.Known(p.First(" "))               // wrong
	_ = app.Known(p.Words(nil)["name"])       // wrong
	_ = app.Known("port " + p)                // wrong
	_ = app.OwnerOf(p)                        // wrong
	new(app.Claim).Type(s)                    // wrong
	new(app.Claim).ReadIn(p, "%s")            // wrong
	_ = string(p)                             // wrong
	_ = app.Sentence{p}                       // wrong
	_ = app.Sentence(p)                       // wrong
	_ = app.Step{Do: app.StepSetEnv, Name: p} // wrong
	_ = app.Finding{Problem: p}               // wrong
	_ = app.Claim{Subject: p}                 // wrong
	new(app.Claim).See("disk", "%s", p)       // wrong
	new(app.Claim).Correct(s)                 // wrong
	new(app.Claim).Do(app.StepStart, p)       // wrong
	new(app.Claim).Do(app.StepStart, s)       // wrong
	new(app.Claim).Do(app.Step{Server: s})    // wrong
	_ = app.Claim{Step: &app.Step{Server: s}} // wrong
	new(app.Claim).Or(s)                      // wrong
	new(app.Claim).See(s, "it is so")         // wrong
	new(app.Claim).SetEnv(s, s, s)            // wrong
	_ = app.Say("%s", s)                      // wrong
	_ = app.Say("%s", p.Named())              // wrong
	_ = app.Number(p)                         // wrong
	_ = app.Name(p.Named())                   // wrong
	_ = app.Known(p.In)                       // wrong
	_ = app.Known(p.Named())                  // wrong
	_ = app.Claim{Command: s}                 // wrong
	_ = app.Claim{Problem: s}                 // wrong
	new(app.Claim).Type(p)                    // wrong
	new(app.Claim).SetEnv("a", "b", s)        // wrong
	new(app.Claim).Quote(p, 0, p)             // wrong
	new(app.Claim).Quote("run", 0, s)         // wrong
}
