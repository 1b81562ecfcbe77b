"""Addresses of the floor, dealer and display pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
