// Reads iCalendar files as ical.js understands them: a JSON list of texts comes in, what they say goes out.
import { readFileSync } from "node:fs";

const ICAL = (await import(process.argv[2])).default;

const MOST = 100;

const person = (property) =>
  property && { address: property.getFirstValue(), name: property.getParameter("cn") ?? "", status: property.getParameter("partstat") ?? "" };

function occurrences(event) {
  if (!event.isRecurring()) {
    return [[event.startDate, event.endDate]];
  }
  const found = [];
  const turns = event.iterator();
  for (let turn = turns.next(); turn && found.length < MOST; turn = turns.next()) {
    const { startDate, endDate } = event.getOccurrenceDetails(turn);
    found.push([startDate, endDate]);
  }
  return found;
}

function said(component, exceptions) {
  const event = new ICAL.Event(component, { exceptions });
  return {
    uid: event.uid,
    sequence: event.sequence,
    status: component.getFirstPropertyValue("status"),
    summary: event.summary,
    description: event.description,
    location: event.location ?? "",
    organizer: person(component.getFirstProperty("organizer")),
    attendees: component.getAllProperties("attendee").map(person),
    times: occurrences(event).map((times) => times.map((time) => time.toJSDate().toISOString())),
  };
}

function read(text) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent");
  const mains = events.filter((event) => !event.hasProperty("recurrence-id"));
  const others = events.filter((event) => event.hasProperty("recurrence-id"));
  const uid = (event) => event.getFirstPropertyValue("uid");
  return {
    method: calendar.getFirstPropertyValue("method"),
    events: mains.map((main) => said(main, others.filter((other) => uid(other) === uid(main)))),
  };
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(read)));
